import type { Runner } from '../../../database/statement.ts';
import { lookAgain } from '../drift/look-again.ts';

/** Has the passages looked up that come from files which went: nobody can read there any more what they say. */
export async function leaveFiles(
  on: Runner,
  { workspaceId, now }: { workspaceId: string; now: Date },
  left: readonly string[],
): Promise<void> {
  for (const id of left) await lookAgain(on, { workspace: { id: workspaceId }, now }, { id }, null);
}
