import std/[strutils, threadpool]

proc depth(n: int): int =
  if n == 0: 0 else: 1 + depth(n - 1)

proc count(): int =
  for i in 1 .. 1000: result += i

let first = stdin.readLine.split
let n = first[1].parseInt
case first[0]
of "sum":
  var sum = n
  for line in stdin.lines: sum += line.parseInt
  echo sum
of "depth":
  echo depth(n)
of "memory":
  var kept = newSeq[seq[byte]](n)
  for i in 0 ..< n:
    kept[i] = newSeq[byte](1 shl 20)
    for j in countup(0, kept[i].high, 1024): kept[i][j] = 1
  echo kept.len
of "exit":
  quit(3)
of "throw":
  raise newException(ValueError, "on purpose")
of "divide":
  echo 1000 div n
of "output":
  for i in 0 ..< n: stdout.write("1234567\n")
of "threads":
  var sums: array[4, FlowVar[int]]
  for i in 0 .. 3: sums[i] = spawn count()
  echo ^sums[0] + ^sums[1] + ^sums[2] + ^sums[3]
