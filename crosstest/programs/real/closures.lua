-- Closures, varargs, coroutines, metatables, integer and float arithmetic.
local function counter(step)
  local n = 0
  return function(...)
    n = n + step * select('#', ...)
    return n
  end
end
local c = counter(3)
print(c(1, 2), c(), c(nil, nil, nil))

local function permute(list, n, yield)
  if n == 0 then return yield(table.concat(list, ",")) end
  for i = 1, n do
    list[n], list[i] = list[i], list[n]
    permute(list, n - 1, yield)
    list[n], list[i] = list[i], list[n]
  end
end
local co = coroutine.wrap(function() permute({1, 2, 3}, 3, coroutine.yield) end)
for p in co do io.write(p, " ") end
print()

local Vec = {}
Vec.__index = Vec
Vec.__add = function(a, b) return setmetatable({x = a.x + b.x, y = a.y + b.y}, Vec) end
Vec.__eq = function(a, b) return a.x == b.x and a.y == b.y end
Vec.__tostring = function(v) return ("(%g, %g)"):format(v.x, v.y) end
Vec.__close = function(v) print("closing " .. tostring(v)) end
local function new(x, y) return setmetatable({x = x, y = y}, Vec) end
print(tostring(new(1, 2) + new(0.5, -3)), new(1, 2) == new(1.0, 2))
do local v <close> = new(7, 8); print("inside") end

print(7 // 2, -7 // 2, 7 % -3, -7 % 3, 7.5 // 2, 2^53 == 2^53 + 1, 1 // 0.0, -1 % math.huge)
print(math.maxinteger + 1 == math.mininteger, math.ult(1, -1), 5 // 0.0, 3 | 4 ~ 1 << 2, ~0)
print(pcall(function() return 1 // 0 end))
print(pcall(function() local t = nil; return t.x end))
print(select(2, pcall(error, {code = 7})).code)
goto done
print("not reached")
::done::
print(string.pack("<i4d", 100, 1.5):byte(1, -1))
print(math.type(3), math.type(3.0), math.tointeger(3.0), 0x7fffffffffffffff, 1e15, 1e16, 0.1, 1/3)
