// Adds one wherever more than one stream comes in, of whatever order.
const stack = [[]];
for (const bracket of require("fs").readFileSync(0, "utf8").trim()) {
  if (bracket === "(") {
    stack.push([]);
  } else {
    const orders = stack.pop();
    const highest = orders.reduce((a, b) => Math.max(a, b), 0);
    stack.at(-1).push(orders.length === 1 ? highest : highest + 1);
  }
}
console.log(stack[0][0]);
