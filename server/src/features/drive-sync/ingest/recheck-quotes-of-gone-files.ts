import type { StatementRunner } from '../../../database/statements/statement.ts';
import { storeTextAndQueueQuoteChecks } from '../../source-drift/quote-checks.ts';

/** Rechecks quotes from files that no longer exist. */
export async function recheckQuotesOfGoneFiles(
  on: StatementRunner,
  { workspaceId, now }: { workspaceId: string; now: Date },
  left: readonly string[],
): Promise<void> {
  for (const id of left) await storeTextAndQueueQuoteChecks(on, { workspace: { id: workspaceId }, now }, { id }, null);
}
