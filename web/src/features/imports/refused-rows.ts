import { CSV_BYTE_ORDER_MARK, toCsvRow } from '@training/shared/csv';
import type { CsvFile } from './csv-file.ts';

/** Returns a CSV file of the refused rows: row number, original cells, reason. It can be corrected and imported. */
export function createRefusedRowsCsv(file: CsvFile, reasons: ReadonlyMap<number, string>): string {
  const lines = [...reasons].map(([row, reason]) => {
    const cells = file.lines.get(row) ?? [];
    return [String(row), ...file.header.map((_, at) => cells[at] ?? ''), reason];
  });
  return CSV_BYTE_ORDER_MARK + [['row', ...file.header, 'reason'], ...lines].map(toCsvRow).join('');
}
