interface Places {
  from: number;
  /** The index of the row whose middle is nearest. */
  to: number;
  /** The shift of each row in pixels. */
  shifts: number[];
  /** The final shift of the dragged row in pixels. */
  put: number;
}

/**
 * Returns the positions of a list's rows while one of them is at `y`, in pixels from the top of the window. It stays
 * within the list, and the rows that it has passed make room.
 */
export function placesOfRows(list: HTMLElement, row: HTMLElement, y: number): Places {
  const rows = rowsOf(list);
  const tops = rows.map(({ offsetTop }) => offsetTop - list.offsetTop);
  const heights = rows.map(({ offsetHeight }) => offsetHeight);
  const from = rows.indexOf(row);
  const [own = 0, height = 0] = [tops[from], heights[from]];
  const at = Math.max(0, Math.min(y - list.getBoundingClientRect().top, list.offsetHeight - height));
  const distances = tops.map((top, index) => Math.abs(top + (heights[index] ?? 0) / 2 - at - height / 2));
  const to = distances.indexOf(Math.min(...distances));
  const room = height + Number.parseFloat(getComputedStyle(list).rowGap);
  const shifts = rows.map((_, index) => {
    if (index === from) return at - own;
    if (index > from && index <= to) return -room;
    return index < from && index >= to ? room : 0;
  });
  const [next = 0, nextHeight = 0] = [tops[to], heights[to]];
  return { from, to, shifts, put: (to > from ? next + nextHeight - height : next) - own };
}

export const rowsOf = (list: HTMLElement) => Array.from(list.children).filter((each) => each instanceof HTMLElement);
