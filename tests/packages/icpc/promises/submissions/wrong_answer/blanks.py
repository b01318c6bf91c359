print(input().count(" ") + 1)
