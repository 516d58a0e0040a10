/** Moving through the links of a table by arrow keys: only one of them is a stop of the tabulator key. */

const STEPS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The link in the next row or column that has one; undefined at an edge. */
function nextLink(
  from: HTMLTableCellElement,
  [down, right]: readonly [number, number],
): HTMLElement | undefined {
  const row = from.parentElement as HTMLTableRowElement;
  const rows = [...(row.closest('table')?.rows ?? [])];
  let at = rows.indexOf(row) + down;
  let column = from.cellIndex + right;
  while (at >= 0 && at < rows.length && column >= 1 && column < 100) {
    const link = rows[at]?.cells[column]?.querySelector<HTMLElement>('a');
    if (link !== null && link !== undefined) return link;
    if (right !== 0 && rows[at]?.cells[column] === undefined) return undefined;
    at += down;
    column += right;
  }
  return undefined;
}

/** Handles a key of a table whose links lead along. */
export function moveByArrows(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const cell = (event.target as HTMLElement).closest('td');
  if (step === undefined || cell === null) return;
  const next = nextLink(cell, step);
  if (next === undefined) return;
  event.preventDefault();
  makeStop(next);
  next.focus();
}

/** Makes a link the one stop of its table. */
export function makeStop(link: HTMLElement): void {
  for (const each of link.closest('table')?.querySelectorAll<HTMLElement>('td a') ?? []) each.tabIndex = -1;
  link.tabIndex = 0;
}
