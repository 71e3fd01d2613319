/** What a spreadsheet takes for the start of a formula, in the full-width forms of East Asian keyboards too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

/** In front of the first row, so that a spreadsheet reads UTF-8. */
export const CSV_START = '\uFEFF';

/**
 * A row of CSV (RFC 4180) for spreadsheets, every cell quoted. A cell that would be run as a formula gets an apostrophe
 * in front, for names come from other systems.
 */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** What was written into a cell, without the apostrophe that `csvRow` puts in front of a formula. */
export function plainCell(value: string): string {
  return value.startsWith("'") && FORMULA.test(value.slice(1)) ? value.slice(1) : value;
}

function cell(value: string): string {
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}
