'use strict';
// sorts a table by the column of a heading; without this script the tables are readable as they are
function value(cell) {
  const text = cell ? cell.textContent.trim() : '';
  const number = parseFloat(text.replace(/−/g, '-').replace(/^[<>≥+"]+/, '').replace(/ /g, ''));
  return Number.isNaN(number) ? text : number;
}
function compare(a, b) {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === typeof b) return a.localeCompare(b);
  return typeof a === 'number' ? -1 : 1;
}
function sort(table, head) {
  const place = head.cellIndex, body = table.tBodies[0];
  const down = head.getAttribute('aria-sort') === 'ascending';
  for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const rows = [...body.rows];
  rows.sort((a, b) => (down ? -1 : 1) * compare(value(a.cells[place]), value(b.cells[place])));
  body.append(...rows);
}
for (const table of document.querySelectorAll('table')) {
  if (table.tBodies[0].rows.length < 3) continue;
  for (const head of table.tHead.rows[0].cells) {
    const button = document.createElement('button');
    button.append(...head.childNodes);
    button.onclick = () => sort(table, head);
    head.append(button);
  }
}
addEventListener('beforeprint', () => document.querySelectorAll('details').forEach(one => one.open = true));
