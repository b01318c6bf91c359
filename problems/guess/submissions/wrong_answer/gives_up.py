# Ends without an answer.
n = int(input())
print("?", n, flush=True)
input()
