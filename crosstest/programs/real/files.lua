-- Files: written, read in every way, renamed, removed; what is missing is an error.
local name = "lua-real.txt"
local f = assert(io.open(name, "w"))
for i = 1, 100 do f:write(i, " ", i / 4, "\n") end
print(f:seek("cur"), f:close())
for line in io.lines(name) do if line:find("^50 ") then print(line) end end
f = assert(io.open(name, "r+"))
print(f:read("n", "n", "l", "L"))
print(f:seek("set", 10), f:read(5), f:seek("end"))
f:write("tail\n")
f:seek("set", 0)
print(#f:read("a"))
f:close()
print(os.rename(name, name .. "2"), io.open(name))
print(os.remove(name .. "2"), os.remove(name .. "2"))
io.stdout:setvbuf("no")
io.stderr:write("")
print(io.type(f), io.type(io.stdout), io.type(1))
