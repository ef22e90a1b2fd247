-- Computes for a while.
create table words(id integer primary key, word text, length integer);
with recursive n(i) as (values(1) union all select i + 1 from n where i < 20000)
  insert into words select i, 'word' || (i * 7919 % 10007), i * i % 31 from n;
create index by_word on words(word);
select count(*), count(distinct word), sum(length) from words;
select word, count(*) from words group by word having count(*) > 2 order by word limit 3;
select length, count(*), min(word), max(word) from words group by length order by length limit 5;
select count(*) from words a join words b on a.word = b.word where a.id < b.id;
update words set word = word || 'x' where length % 3 = 0;
delete from words where id % 5 = 0;
select sum(id * length), count(*) from words where word like '%5%x';
