import time

for _ in range(int(input())):
    a, b = map(int, input().split())
    time.sleep(0.00001)
    end = time.process_time() + 0.0001
    while time.process_time() < end:
        pass
    print(a + b)
