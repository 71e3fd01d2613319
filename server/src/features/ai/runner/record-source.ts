import type { SourceText } from '@training/shared/ai/ai-sources';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { LeaseLost } from '../../../platform/queue/lease.ts';
import { leaseKey, OURS, type ClaimedAiJob } from './claim-ai-job.ts';

/** Keeps the first value, so a resumed job doesn't write it again. */
const RECORD = defineStatement({
  name: 'record-source-of-ai-job',
  scope: 'tenant',
  sql: `
update ai_jobs set source_text = coalesce(source_text, :text),
  source_hash = coalesce(source_hash, sha256(convert_to(:text, 'UTF8')))
where ${OURS}`,
});

/** Stores the text that a job read from its document, and its hash. @throws LeaseLost */
export async function noteSource(db: Database, job: ClaimedAiJob, { text }: SourceText): Promise<void> {
  if ((await RECORD.run(db.pool, { ...leaseKey(job), text })) === 0) throw new LeaseLost();
}
