import type { Runner } from '../../../database/statements/statement.ts';
import { recheckQuotes } from '../../source-drift/quote-checks.ts';

/** Rechecks quotes from files that no longer exist. */
export async function recheckQuotesOfFiles(
  on: Runner,
  { workspaceId, now }: { workspaceId: string; now: Date },
  left: readonly string[],
): Promise<void> {
  for (const id of left) await recheckQuotes(on, { workspace: { id: workspaceId }, now }, { id }, null);
}
