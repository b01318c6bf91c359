const highest = [0];
const times = [0];
for (const bracket of require("fs").readFileSync(0, "utf8").trim()) {
  if (bracket === "(") {
    highest.push(0);
    times.push(0);
    continue;
  }
  const own = highest.at(-1) + (times.pop() !== 1 ? 1 : 0);
  highest.pop();
  if (own > highest.at(-1)) {
    highest[highest.length - 1] = own;
    times[times.length - 1] = 1;
  } else if (own === highest.at(-1)) {
    times[times.length - 1]++;
  }
}
console.log(highest[0]);
