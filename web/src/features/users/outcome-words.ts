import type { PersonOutcome } from '@training/shared/users/people';

/** Department names by id. */
export type DepartmentNames = ReadonlyMap<string, string>;

export const RESULT_WORDS: Record<NonNullable<PersonOutcome['result']>, string> = {
  created: 'New',
  updated: 'Changed',
  unchanged: 'No change',
  deactivated: 'Deactivated',
  reactivated: 'Reactivated',
  invited: 'Invited',
};

export const peopleInWords = (n: number) => (n === 1 ? '1 person' : `${n.toLocaleString()} people`);

/** Returns "3 changed, 1 refused", in the order of the results above. */
export function countedInWords(outcomes: readonly PersonOutcome[]): string {
  const counts = new Map<string, number>();
  for (const { result, refused } of outcomes) {
    const word = refused !== null || result === null ? 'refused' : RESULT_WORDS[result].toLowerCase();
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].map(([word, n]) => `${n.toLocaleString()} ${word}`).join(', ');
}
