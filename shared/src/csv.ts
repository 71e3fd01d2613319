/** Characters that start a formula in spreadsheets, including the full-width forms of East Asian keyboards. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;
/** A negative number starts no formula. */
const NEGATIVE = /^-\d+(?:\.\d+)?$/u;

const isFormula = (value: string) => FORMULA.test(value) && !NEGATIVE.test(value);

/** Apostrophes that are part of the text get another one, so that `removeCsvFormulaApostrophe` returns it unchanged. */
const isEscaped = (value: string) => isFormula(value.replace(/^'+/u, ''));

/** The byte order mark. Spreadsheets need it before the first row to read the file as UTF-8. */
export const CSV_BYTE_ORDER_MARK = '\uFEFF';

/**
 * Returns a CSV row (RFC 4180) for spreadsheets, with every cell quoted. Cells that would run as a formula get a
 * leading apostrophe, because names come from other systems.
 */
export function toCsvRow(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/** Returns the original value of a cell, without the apostrophe that `toCsvRow` adds to formulas. */
export function removeCsvFormulaApostrophe(value: string): string {
  return value.startsWith("'") && isEscaped(value) ? value.slice(1) : value;
}

function cell(value: string): string {
  const harmless = isEscaped(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}
