// Does not end the last line.
const lines = require("fs").readFileSync(0, "utf8").split("\n").slice(1, -1);
const width = Math.max(...lines.map((line) => line.length));
const border = `+${"-".repeat(width + 2)}+`;
const rows = lines.map((line) => {
  const left = Math.floor((width - line.length) / 2);
  return `| ${(" ".repeat(left) + line).padEnd(width)} |`;
});
process.stdout.write([border, ...rows, border].join("\n"));
