package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func depth(n int) int {
	if n == 0 {
		return 0
	}
	return 1 + depth(n-1)
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	var command string
	var n int
	fmt.Fscan(in, &command, &n)
	switch command {
	case "sum":
		sum, number := n, 0
		for {
			if _, err := fmt.Fscan(in, &number); err != nil {
				break
			}
			sum += number
		}
		fmt.Fprintln(out, sum)
	case "depth":
		fmt.Fprintln(out, depth(n))
	case "memory":
		kept := [][]byte{}
		for i := 0; i < n; i++ {
			piece := make([]byte, 1<<20)
			for j := range piece {
				piece[j] = 1
			}
			kept = append(kept, piece)
		}
		fmt.Fprintln(out, len(kept))
	case "exit":
		os.Exit(3)
	case "throw":
		panic("on purpose")
	case "divide":
		fmt.Fprintln(out, 1000/n)
	case "output":
		fmt.Fprint(out, strings.Repeat("1234567\n", n))
	case "threads":
		sums := make(chan int)
		for i := 0; i < 4; i++ {
			go func() {
				sum := 0
				for j := 1; j <= 1000; j++ {
					sum += j
				}
				sums <- sum
			}()
		}
		fmt.Fprintln(out, <-sums+<-sums+<-sums+<-sums)
	}
}
