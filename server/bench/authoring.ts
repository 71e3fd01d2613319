// What authors and reviewers wait for.
import type { Database } from '../src/database/database.ts';
import { AUTOSAVE, measureEdits } from './autosave.ts';
import type { Rounds } from './measure.ts';
import type { Part } from './report.ts';
import { measureQueue, REVIEW_QUEUE } from './review-queue.ts';
import { callerOf, prepareReviewed } from './reviewed-workspace.ts';

type Options = {
  port: number;
  rounds: Rounds;
  isWanted: (name: string) => boolean;
  say: (line: string) => void;
  /** Receives each part as soon as it is measured. */
  add: (part: Part) => void;
};

/** Measures those parts that are wanted. */
export async function measureAuthoring(db: Database, { port, rounds, isWanted, say, add }: Options): Promise<void> {
  if (![AUTOSAVE, REVIEW_QUEUE].some(isWanted)) return;
  const workspace = await prepareReviewed(db, say);
  // First: autosaves write, and what they leave behind is not to be cleaned up under the queue.
  if (isWanted(REVIEW_QUEUE)) {
    add(await measureQueue(db, await callerOf(db, workspace, { role: 'content_manager', port }), rounds));
    say(`${REVIEW_QUEUE}: done`);
  }
  if (isWanted(AUTOSAVE)) {
    add(await measureEdits(db, await callerOf(db, workspace, { role: 'trainer', port }), rounds));
    say(`${AUTOSAVE}: done`);
  }
}
