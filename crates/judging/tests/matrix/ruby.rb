def depth(n)
  n == 0 ? 0 : 1 + depth(n - 1)
end

command, n = gets.split
n = n.to_i
case command
when "sum"
  puts n + STDIN.each_line.sum(&:to_i)
when "depth"
  puts depth(n)
when "memory"
  puts (1..n).map { "x" * (1 << 20) }.size
when "exit"
  exit 3
when "throw"
  raise "on purpose"
when "divide"
  puts 1000 / n
when "output"
  n.times { puts "1234567" }
when "threads"
  puts 4.times.map { Thread.new { (1..1000).sum } }.sum(&:value)
end
