import sys

from twice import twice

numbers = open("numbers.txt").read().split() if len(sys.argv) > 1 else input().split()
print(*(min(twice(int(number)), {{most}}) for number in numbers))
