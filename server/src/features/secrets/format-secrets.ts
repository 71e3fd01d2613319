export function formatCount(number: number, one: string): string {
  return `${number} ${one}${number === 1 ? '' : 's'}`;
}

/** Formats counts like "3 provider keys and 1 webhook secret". */
export function formatCounts(numbers: ReadonlyMap<string, number>): string {
  const counted = [...numbers].map(([noun, number]) => formatCount(number, noun));
  return [...counted.slice(0, -2), counted.slice(-2).join(' and ')].join(', ');
}

/** Joins the first `most` lines, and says how many more there are. */
export function firstNames(lines: string[], most = 10): string {
  const more = lines.length - most;
  return [...lines.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])].join('; ');
}
