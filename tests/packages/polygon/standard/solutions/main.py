print(input())
