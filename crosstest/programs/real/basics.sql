-- Tables, joins, aggregates, window functions, recursive queries.
CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT NOT NULL, born INT, height REAL);
INSERT INTO person(name, born, height) VALUES('Ada', 1815, 1.65), ('Alan', 1912, 1.78), ('Grace', 1906, 1.70), ('Edsger', 1930, NULL);
CREATE TABLE work(person INT REFERENCES person(id), title TEXT, year INT);
INSERT INTO work VALUES(1, 'Notes', 1843), (2, 'On Computable Numbers', 1936), (2, 'Computing Machinery', 1950), (4, 'Go To', 1968);
.mode column
.headers on
SELECT p.name, count(w.title) AS works, min(w.year) AS first FROM person p LEFT JOIN work w ON w.person = p.id GROUP BY p.id ORDER BY works DESC, name;
.mode list
SELECT avg(height), sum(born), max(name), group_concat(name, '/') FROM person;
SELECT name, rank() OVER (ORDER BY born DESC), sum(born) OVER (ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM person ORDER BY id;
WITH RECURSIVE fib(n, a, b) AS (SELECT 1, 0, 1 UNION ALL SELECT n + 1, b, a + b FROM fib WHERE n < 50) SELECT n, a FROM fib WHERE n % 10 = 0;
WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c WHERE x < 300) SELECT count(*), sum(x * x), total(1.0 / x) FROM c;
SELECT typeof(1), typeof(1.0), typeof('a'), typeof(NULL), typeof(x'00'), 7 / 2, 7 / 2.0, 7 % 3, -7 / 2, 1 << 40, ~5, '10' + 5, 'a' || 'b';
SELECT upper('abc'), substr('hello', 2, 3), replace('banana', 'a', 'o'), instr('hello', 'l'), printf('%05d|%.3f|%s|%x', 42, 3.14159, 'x', 255), hex('abc'), quote('it''s');
SELECT round(2.5), round(-2.567, 2), abs(-3), sqrt(2), pow(2, 10), ln(10), sin(1), 1e300 * 1e10, 9223372036854775807 + 1;
SELECT date('2020-02-28', '+2 days'), strftime('%Y-%j %H:%M', 1000000000, 'unixepoch'), julianday('2000-01-01'), time('12:00', '-90 minutes');
SELECT CASE WHEN height IS NULL THEN 'unknown' WHEN height > 1.68 THEN 'tall' ELSE 'small' END, coalesce(height, 0) FROM person;
SELECT * FROM work WHERE title LIKE '%comput%' ORDER BY year;
SELECT name FROM person WHERE id IN (SELECT person FROM work) EXCEPT SELECT 'Ada';
