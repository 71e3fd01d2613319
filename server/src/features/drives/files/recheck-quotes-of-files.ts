import type { Runner } from '../../../database/statement.ts';
import { recheckQuotes } from '../drift/recheck-quotes.ts';

/** Has the passages looked up that come from files which went: nobody can read there any more what they say. */
export async function recheckQuotesOfFiles(
  on: Runner,
  { workspaceId, now }: { workspaceId: string; now: Date },
  left: readonly string[],
): Promise<void> {
  for (const id of left) await recheckQuotes(on, { workspace: { id: workspaceId }, now }, { id }, null);
}
