// Pointing at a cell of the picture, or reaching it by keyboard, shows where its number is in the input, and
// where the right one is. The listeners stand at the document: reports come and go.
const MOVES = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: (columns) => -columns,
  ArrowDown: (columns) => columns,
};

export function followPicture() {
  document.addEventListener("pointerover", (event) => show(cellOf(event.target)));
  document.addEventListener("pointerout", () => show(cellOf(document.activeElement)));
  document.addEventListener("focusin", (event) => show(cellOf(event.target)));
  document.addEventListener("focusout", (event) => show(cellOf(event.relatedTarget)));
  document.addEventListener("keydown", move);
}

function cellOf(target) {
  return target instanceof Element ? target.closest(".picture .grid .cell") : null;
}

function show(cell) {
  for (const marked of document.querySelectorAll(".picture .origin, .picture .due, .picture .chosen")) {
    marked.classList.remove("origin", "due", "chosen");
  }
  for (const told of document.querySelectorAll(".picture [data-told]")) told.hidden = true;
  if (!cell) return;
  const picture = cell.closest(".picture");
  cell.classList.add("chosen");
  const source = (place) => picture.querySelector(`.source .cell[data-place="${place}"]`);
  if (cell.dataset.from !== undefined) source(cell.dataset.from)?.classList.add("origin");
  if (cell.dataset.due !== cell.dataset.from) source(cell.dataset.due)?.classList.add("due");
  const told = picture.querySelector("[data-told]");
  told.textContent = cell.getAttribute("aria-label");
  told.hidden = false;
}

// One cell of a grid is in the tab order; the arrow keys go on from it.
function move(event) {
  const cell = cellOf(event.target);
  if (!cell || !(event.key in MOVES) || event.altKey || event.ctrlKey || event.metaKey) return;
  const grid = cell.closest("svg");
  const cells = [...grid.querySelectorAll(".cell")];
  const next = cells[cells.indexOf(cell) + MOVES[event.key](Number(grid.dataset.columns))];
  event.preventDefault();
  if (!next) return;
  cell.setAttribute("tabindex", "-1");
  next.setAttribute("tabindex", "0");
  next.focus();
}
