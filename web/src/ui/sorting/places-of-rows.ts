interface Places {
  from: number;
  /** Whose middle is nearest to that of the row. */
  to: number;
  /** In pixels, of each row: how far from its own place it is shown. */
  shifts: number[];
  /** In pixels: how far from its own place the row will stand. */
  put: number;
}

/**
 * Where the rows of a list are shown while one of them is at `y`, in pixels from the top of the window. It keeps within
 * the list, and those that it has passed make room.
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
