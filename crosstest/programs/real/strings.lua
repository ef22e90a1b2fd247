-- Patterns, formats, UTF-8, sorting, and a garbage collector that has something to do.
local text = "The quick brown fox jumps over the lazy dog; 12 times, 3.5 metres, 0xff."
for word in text:gmatch("%a+") do io.write(word:reverse():upper(), "|") end
print()
print(text:gsub("%d+%.?%d*", function(n) return "<" .. n * 2 .. ">" end))
print(text:find("(%w+) (%w+)", 5), text:match("^(.-);"), ("x"):rep(5, "-"))
print(("%5d|%-8s|%08.3f|%x|%q|%e|%a|%i|%c"):format(42, "ab", math.pi, 255, 'a "b"\n', 12345.678, 0.5, -3, 65))
print(("%b()"):len(), ("f(a(b)c)d"):match("%b()"), ("[[x]]"):gsub("[%[%]]", ""))
for p, c in utf8.codes("aé€😀") do io.write(p, ":", c, " ") end
print(utf8.len("aé€😀"), utf8.char(233, 8364, 128512), #utf8.char(0x7fffffff))

local seed, words = 1, {}
for i = 1, 600 do
  seed = (seed * 1103515245 + 12345) % 2147483648
  words[i] = ("w%05d"):format(seed % 5000)
end
table.sort(words)
print(words[1], words[300], words[600], table.concat(words, "", 1, 3))
table.sort(words, function(a, b) return a > b end)
print(words[1], words[600])

local live = setmetatable({}, {__mode = "k"})
for i = 1, 2000 do live[{}] = ("s"):rep(i % 50) .. i end
collectgarbage()
print(next(live), collectgarbage("count") < 5000)

local parts = {}
for i = 1, 200 do parts[#parts + 1] = tostring(i * i) end
local joined = table.concat(parts, "+")
print(#joined, load("return " .. joined)())
print(tostring(nil), tostring(true), tonumber("0x1p4"), tonumber("  10  "), tonumber("z", 36), tonumber("1e1"), tonumber("abc"))
print(os.time({year = 2020, month = 2, day = 30, hour = 12}), os.date("!%Y-%m-%d %H:%M:%S", 86400))
