import { CSV_START, csvRow } from '@training/shared/csv';

export function csvOf(rows: string[][]): string {
  return `${CSV_START}${rows.map(csvRow).join('')}`;
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
