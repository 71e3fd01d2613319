import { CSV_START, csvRow } from '@training/shared/csv';
import type { PersonOutcome } from '@training/shared/users/people';
import { wordsOf } from '../../lib/api/refusal-words.ts';
import type { PeopleFile, ReadRow } from './read-people.ts';

/** Returns a CSV file of the refused rows: row number, original cells, reason. It can be corrected and imported. */
export function refusedRowsCsv(file: PeopleFile, rows: readonly ReadRow[], outcomes: readonly PersonOutcome[]): string {
  const reasons = new Map(outcomes.map(({ email, refused }) => [email, refused ? wordsOf(refused) : undefined]));
  const lines = rows.flatMap((row) => {
    const reason = 'person' in row ? reasons.get(row.person.email) : row.refused;
    if (reason === undefined) return [];
    const cells = file.lines.get(row.row) ?? [];
    return [[String(row.row), ...file.header.map((_, at) => cells[at] ?? ''), reason]];
  });
  return CSV_START + [['row', ...file.header, 'reason'], ...lines].map(csvRow).join('');
}
