depth <- function(n) if (n == 0) 0 else 1 + depth(n - 1)

input <- file("stdin", "r")
first <- strsplit(readLines(input, 1), " ")[[1]]
command <- first[1]
n <- as.numeric(first[2])
if (command == "sum") {
  cat(format(n + sum(scan(input, quiet = TRUE)), scientific = FALSE), "\n", sep = "")
} else if (command == "depth") {
  options(expressions = 500000)
  cat(format(depth(n), scientific = FALSE), "\n", sep = "")
} else if (command == "memory") {
  kept <- lapply(1:n, function(i) rep(i + 0.5, 131072))
  cat(length(kept), "\n", sep = "")
} else if (command == "exit") {
  quit(status = 3)
} else if (command == "throw") {
  stop("on purpose")
} else if (command == "divide") {
  cat(1000 / n, "\n", sep = "")
} else if (command == "output") {
  cat(rep("1234567\n", n), sep = "")
}
