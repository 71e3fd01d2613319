import type { SourceText } from '@training/shared/ai-sources';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statement.ts';
import { AiJobLost, OURS, attemptKey, type ClaimedAiJob } from './claim-ai-job.ts';

/** The same text each time: of a job that goes on, nothing is written again. */
const NOTE = defineStatement({
  name: 'note-source-of-ai-job',
  scope: 'tenant',
  sql: `
update ai_jobs set source_text = coalesce(source_text, :text),
  source_hash = coalesce(source_hash, sha256(convert_to(:text, 'UTF8')))
where ${OURS}`,
});

/** Keeps what a job has read from its document, by which what it makes is known later. @throws AiJobLost */
export async function noteSource(db: Database, job: ClaimedAiJob, { text }: SourceText): Promise<void> {
  if ((await NOTE.run(db.pool, { ...attemptKey(job), text })) === 0) throw new AiJobLost();
}
