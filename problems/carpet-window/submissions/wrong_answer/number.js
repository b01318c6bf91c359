// Numbers past 2^53 have no last digit.
const [r, c, h, w] = require("fs").readFileSync(0, "utf8").trim().split(" ").map(Number);

function hole(i, j) {
  for (; i > 0 && j > 0; i = Math.floor(i / 3), j = Math.floor(j / 3)) if (i % 3 === 1 && j % 3 === 1) return true;
  return false;
}

const rows = [];
for (let i = 0; i < h; i++) {
  let row = "";
  for (let j = 0; j < w; j++) row += hole(r + i, c + j) ? "." : "#";
  rows.push(row);
}
console.log(rows.join("\n"));
