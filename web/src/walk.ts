// j and k, or the arrows on a focused row, walk through the rows of a table; Enter follows the row's link.

export function walkRows(): void {
  document.addEventListener("keydown", (event) => {
    const step = stepOf(event);
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    const rows = [...document.querySelectorAll<HTMLAnchorElement>("[data-walk] a.go")];
    const at = rows.indexOf(document.activeElement as HTMLAnchorElement);
    if (at < 0 && event.key.startsWith("Arrow")) return;
    const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
}

function stepOf(event: KeyboardEvent): number {
  if ((event.target as Element).closest("input, textarea, select, [contenteditable]")) return 0;
  if (event.key === "j" || event.key === "ArrowDown") return 1;
  return event.key === "k" || event.key === "ArrowUp" ? -1 : 0;
}
