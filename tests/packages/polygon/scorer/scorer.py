"""Half of a group's points for every group of which at least half of the tests are passed, all for all."""
import sys

groups = {}
for line in sys.stdin:
    number, tests, group, verdict, points, *rest = line.rstrip("\n").split(";")
    groups.setdefault(group, []).append(verdict == "OK")
worth = {"small": 20, "large": 80}
total = 0
for group, passed in groups.items():
    if all(passed):
        total += worth[group]
    elif 2 * sum(passed) >= len(passed):
        total += worth[group] / 2
print(f"{total:.3f}")
