const lines = require("fs").readFileSync(0, "utf8").split("\n").slice(1, -1);
const width = Math.max(...lines.map((line) => line.length));
const border = `+${"-".repeat(width + 2)}+`;
console.log(border);
for (const line of lines) {
  const left = Math.floor((width - line.length) / 2);
  console.log(`| ${(" ".repeat(left) + line).padEnd(width)} |`);
}
console.log(border);
