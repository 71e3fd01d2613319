import { MAX_PEOPLE_PER_CHANGE } from '@training/shared/users/people';

/**
 * Imports rows in calls of at most `MAX_PEOPLE_PER_CHANGE`, and moves them from `waiting` to their outcomes in `told`,
 * so that an interrupted import goes on with the rest. Rows refused as busy are sent again with the next ones, unless
 * all of a call are.
 */
export async function importRowsInBatches<Row, Outcome extends { refused: { code: string } | null }>(
  waiting: Row[],
  told: Outcome[],
  send: (rows: Row[]) => Promise<Outcome[]>,
): Promise<void> {
  while (waiting.length > 0) {
    const part = waiting.slice(0, MAX_PEOPLE_PER_CHANGE);
    const outcomes = await send(part);
    const isBusy = (at: number) => outcomes[at]?.refused?.code === 'busy';
    const isStuck = outcomes.every((_, at) => isBusy(at));
    told.push(...outcomes.filter((_, at) => isStuck || !isBusy(at)));
    waiting.splice(0, part.length, ...part.filter((_, at) => !isStuck && isBusy(at)));
  }
}
