// Row 36: a run-time that reserves much more than the limit.
console.log([3, 1, 2].sort().join(""));
