import type { z } from 'zod';
import { execute, type Database } from '../../database/database.ts';
import type { Steps } from '../ai/feature.ts';
import { changeAiJob, holdAiJob, type ClaimedAiJob } from './claim-ai-job.ts';
import { storableJson } from './storable.ts';

/** Tells how far a job is and keeps what it has finished. Each write @throws AiJobLost once the job is not ours any more. */
export function stepsOf(db: Database, job: ClaimedAiJob): Steps {
  const { workspace, id, work: kept } = job;
  let done = 0;
  /** What the row says that is being done. */
  let said: string | undefined;

  const write = (set: string, values: unknown[]) =>
    changeAiJob(db, job, async (em) => {
      await holdAiJob(em, job);
      await execute(em, `update ai_jobs set ${set} where workspace_id = $1 and id = $2`, [workspace.id, id, ...values]);
    });

  return {
    plan: (total) => write('progress_total = $3', [total]),
    async step<T>(name: string, words: string, schema: z.ZodType<T>, work: () => Promise<T>): Promise<T> {
      const before = Object.hasOwn(kept, name) ? schema.safeParse(kept[name]) : undefined;
      if (before?.success) {
        done++;
        return before.data;
      }
      // The end of the step before has written the rest; each write costs a transaction, and a look of all who follow the job.
      if (words !== said) await write('progress_step = $3, progress_done = $4', [words, done]);
      said = words;
      const value = storableJson(await work());
      done++;
      await write('work = work || jsonb_build_object($3::text, $4::jsonb), progress_done = $5, provider_failures = 0', [
        name,
        value,
        done,
      ]);
      // As it is read after a park or a crash, so that there is no difference.
      return schema.parse(JSON.parse(value));
    },
  };
}
