import sys

text = sys.stdin.read()
if "\n\n" in text:
    sys.exit(1)
print(len(text.split()))
