# Wants a second line before it asks.
n = int(input())
input()
