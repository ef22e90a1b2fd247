-- Small programs: sieve, queens, life, matrices, big numbers, a parser that counts.
local function sieve(n)
  local composite, primes = {}, {}
  for i = 2, n do
    if not composite[i] then
      primes[#primes + 1] = i
      for j = i * i, n, i do composite[j] = true end
    end
  end
  return primes
end
local primes = sieve(5000)
print(#primes, primes[#primes])

local function queens(n)
  local count, columns, up, down = 0, {}, {}, {}
  local function place(row)
    if row > n then count = count + 1 return end
    for c = 1, n do
      if not (columns[c] or up[row + c] or down[row - c]) then
        columns[c], up[row + c], down[row - c] = true, true, true
        place(row + 1)
        columns[c], up[row + c], down[row - c] = nil, nil, nil
      end
    end
  end
  place(1)
  return count
end
print(queens(6))

local grid = {".....", "..#..", "...#.", ".###.", "....."}
for _ = 1, 4 do
  local next_grid = {}
  for y = 1, 5 do
    local row = {}
    for x = 1, 5 do
      local around = 0
      for dy = -1, 1 do for dx = -1, 1 do
        local cell = grid[(y + dy - 1) % 5 + 1]:sub((x + dx - 1) % 5 + 1, (x + dx - 1) % 5 + 1)
        if (dx ~= 0 or dy ~= 0) and cell == "#" then around = around + 1 end
      end end
      local alive = grid[y]:sub(x, x) == "#"
      row[x] = (around == 3 or alive and around == 2) and "#" or "."
    end
    next_grid[y] = table.concat(row)
  end
  grid = next_grid
end
print(table.concat(grid, "\n"))

local function multiply(digits, by)
  local carry = 0
  for i = 1, #digits do
    local product = digits[i] * by + carry
    digits[i], carry = product % 10, product // 10
  end
  while carry > 0 do digits[#digits + 1], carry = carry % 10, carry // 10 end
end
local factorial = {1}
for i = 2, 60 do multiply(factorial, i) end
print(table.concat(factorial):reverse())

local sum = 0
for i = 1, 1000 do sum = sum + math.sin(i) * math.sqrt(i) / (1 + math.exp(-i / 100)) end
print(("%.12g"):format(sum))

local function evaluate(source)
  local at = 1
  local expression
  local function atom()
    at = source:find("%S", at)
    if source:sub(at, at) == "(" then
      at = at + 1
      local value = expression()
      at = source:find("%)", at) + 1
      return value
    end
    local digits = source:match("^-?%d+", at)
    at = at + #digits
    return tonumber(digits)
  end
  local function operator(set)
    local first = source:match("^%s*([" .. set .. "])", at)
    if first then at = source:find(first, at, true) + 1 end
    return first
  end
  local function term()
    local value = atom()
    while true do
      local op = operator("*/")
      if not op then return value end
      local right = atom()
      value = op == "*" and value * right or value // right
    end
  end
  function expression()
    local value = term()
    while true do
      local op = operator("+%-")
      if not op then return value end
      local right = term()
      value = op == "+" and value + right or value - right
    end
  end
  return expression()
end
print(evaluate("1 + 2 * (3 - 4) * 5 - 100 / 7"), evaluate("((2))*((3+4))"))
