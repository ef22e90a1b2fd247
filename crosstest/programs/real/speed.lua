-- Computes for a while: as often as its argument says.
local rounds = tonumber(arg[1])

local function sieve(n)
  local composite, count = {}, 0
  for i = 2, n do
    if not composite[i] then
      count = count + 1
      for j = i * i, n, i do composite[j] = true end
    end
  end
  return count
end

local function queens(n)
  local columns, up, down = {}, {}, {}
  local function place(row)
    if row > n then return 1 end
    local count = 0
    for c = 1, n do
      if not (columns[c] or up[row + c] or down[row - c]) then
        columns[c], up[row + c], down[row - c] = true, true, true
        count = count + place(row + 1)
        columns[c], up[row + c], down[row - c] = nil, nil, nil
      end
    end
    return count
  end
  return place(1)
end

local function tree(depth)
  if depth == 0 then return {} end
  return { tree(depth - 1), tree(depth - 1) }
end

local function nodes(of)
  return of[1] and 1 + nodes(of[1]) + nodes(of[2]) or 1
end

local function words(n)
  local counts, parts = {}, {}
  for i = 1, n do parts[i] = ("w%d"):format(i * i % 97) end
  for word in table.concat(parts, " "):gmatch("%a%d+") do counts[word] = (counts[word] or 0) + 1 end
  local names = {}
  for name in pairs(counts) do names[#names + 1] = name end
  table.sort(names, function(a, b) return counts[a] > counts[b] or counts[a] == counts[b] and a < b end)
  return names[1], counts[names[1]], #names
end

local function pi(terms)
  local sum = 0.0
  for i = 0, terms do sum = sum + (i % 2 == 0 and 4 or -4) / (2 * i + 1) end
  return ("%.6f"):format(sum)
end

for round = 1, rounds do
  local a, b, c = words(2000)
  local line = table.concat({ sieve(20000), queens(6), nodes(tree(11)), a, b, c, pi(50000) }, " ")
  if round == rounds then print(line) end
end
