import type { PersonChangeOutcome } from '@training/shared/users/people';
import { refusalInWords } from '../../lib/api/refusal-words.ts';
import { personRowKeyOf } from './outcome-list.tsx';
import type { PersonImportRow } from './parse-people-file.ts';

/** Returns why rows of people are refused, by row. */
export function collectPersonRefusalsByRow(
  rows: readonly PersonImportRow[],
  outcomes: readonly PersonChangeOutcome[],
): Map<number, string> {
  const reasons = new Map(
    outcomes.map((outcome) => [personRowKeyOf(outcome), outcome.refused ? refusalInWords(outcome.refused) : undefined]),
  );
  return new Map(
    rows.flatMap((row) => {
      const reason = 'person' in row ? reasons.get(personRowKeyOf(row.person)) : row.refused;
      return reason === undefined ? [] : [[row.row, reason] as const];
    }),
  );
}
