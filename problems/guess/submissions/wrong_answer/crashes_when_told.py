# Asks what is no question, is told so by the end of its input, and crashes.
n = int(input())
print("is it", n, flush=True)
input()
