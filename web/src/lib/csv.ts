/** What a spreadsheet takes for the start of a formula, in the full-width forms of East Asian keyboards too. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

/**
 * Rows as CSV (RFC 4180) for spreadsheets: UTF-8 with a byte order mark, every cell quoted. A cell that would be run
 * as a formula gets an apostrophe in front, for names come from other systems.
 */
export function csvOf(rows: string[][]): string {
  return `\uFEFF${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

function cell(value: string): string {
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** Hands a text to the browser as a file to keep. */
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers begin to read only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
