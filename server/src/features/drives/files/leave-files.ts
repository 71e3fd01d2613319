import type { Runner } from '../../../database/statement.ts';
import { lookAgain } from '../drift/look-again.ts';

/** Rechecks quotes from files that no longer exist. */
export async function leaveFiles(
  on: Runner,
  { workspaceId, now }: { workspaceId: string; now: Date },
  left: readonly string[],
): Promise<void> {
  for (const id of left) await lookAgain(on, { workspace: { id: workspaceId }, now }, { id }, null);
}
