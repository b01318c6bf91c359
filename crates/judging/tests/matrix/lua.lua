local function depth(n)
  return n == 0 and 0 or 1 + depth(n - 1)
end

local command, n = io.read("l"):match("(%S+) (%S+)")
n = tonumber(n)
if command == "sum" then
  local sum = n
  for number in io.read("a"):gmatch("%S+") do sum = sum + tonumber(number) end
  print(sum)
elseif command == "depth" then
  print(depth(n))
elseif command == "memory" then
  local kept = {}
  for i = 1, n do kept[i] = string.rep(string.char(i % 256), 1 << 20) end
  print(#kept)
elseif command == "exit" then
  os.exit(3)
elseif command == "throw" then
  error("on purpose")
elseif command == "divide" then
  print(1000 // n)
elseif command == "output" then
  for _ = 1, n do io.write("1234567\n") end
elseif command == "threads" then
  local sum = 0
  for _ = 1, 4 do
    local thread = coroutine.wrap(function()
      for i = 1, 1000 do coroutine.yield(i) end
    end)
    for i in thread do sum = sum + i end
  end
  print(sum)
end
