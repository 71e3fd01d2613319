// What authors and reviewers wait for.
import type { Database } from '../src/database/database.ts';
import { AUTOSAVE, editsLimit, editsTable, measureEdits } from './autosave.ts';
import type { Rounds } from './measure.ts';
import type { Limit } from './report.ts';
import { measureQueue, queueLimits, queueTable, REVIEW_QUEUE } from './review-queue.ts';
import { callerOf, prepareReviewed } from './reviewed-workspace.ts';

type Part = { table: string; limits: Limit[] };
type Options = { port: number; rounds: Rounds; isWanted: (name: string) => boolean; say: (line: string) => void };

/** Those parts that are wanted. */
export async function measureAuthoring(db: Database, { port, rounds, isWanted, say }: Options): Promise<Part[]> {
  if (![AUTOSAVE, REVIEW_QUEUE].some(isWanted)) return [];
  const workspace = await prepareReviewed(db, say);
  const parts: Part[] = [];
  // First: autosaves write, and what they leave behind is not to be cleaned up under the queue.
  if (isWanted(REVIEW_QUEUE)) {
    const measured = await measureQueue(db, await callerOf(db, workspace, { role: 'content_manager', port }), rounds);
    parts.push({ table: queueTable(measured), limits: queueLimits(measured) });
    say(`${REVIEW_QUEUE}: done`);
  }
  if (isWanted(AUTOSAVE)) {
    const measured = await measureEdits(db, await callerOf(db, workspace, { role: 'trainer', port }), rounds);
    parts.push({ table: editsTable(measured), limits: [editsLimit(measured)] });
    say(`${AUTOSAVE}: done`);
  }
  return parts;
}
