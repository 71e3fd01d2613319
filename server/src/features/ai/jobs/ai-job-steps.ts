import type { z } from 'zod';
import { read, type Database, type Statement } from '../../../database/database.ts';
import { publishing } from '../../../platform/live.ts';
import type { Steps } from '../features/feature.ts';
import { aiJobTopic } from './ai-job.ts';
import { AiJobLost, OURS, turnOf, type ClaimedAiJob } from './claim-ai-job.ts';
import { storableJson } from './storable.ts';

/**
 * Writes how far a job that is still ours has come, and tells those who follow it: one statement, for there are many.
 */
const writing = (name: string, set: string) => ({
  name,
  text: `with written as (update ai_jobs set ${set} where ${OURS} returning 1) select ${publishing('$4')} from written`,
});

const PLAN = writing('plan-ai-job', 'progress_total = $5');
const BEGIN_STEP = writing('begin-ai-job-step', 'progress_step = $5, progress_done = $6');
const END_STEP = writing(
  'end-ai-job-step',
  'work = work || jsonb_build_object($5::text, $6::jsonb), progress_done = $7, provider_failures = 0',
);

/**
 * Tells how far a job is and keeps what it has finished. Each write
 * @throws AiJobLost once the job is not ours any more.
 */
export function stepsOf(db: Database, job: ClaimedAiJob): Steps {
  const { work: kept } = job;
  const named = [...turnOf(job), aiJobTopic(job.workspace.id, job.id)];
  let done = 0;
  /** What the row says that is being done. */
  let said: string | undefined;

  const write = async (statement: Statement, values: unknown[]) => {
    const written = await read(db, statement, [...named, ...values]);
    if (written.length === 0) throw new AiJobLost();
  };

  return {
    plan: (total) => write(PLAN, [total]),
    async step<T>(name: string, words: string, schema: z.ZodType<T>, work: () => Promise<T>): Promise<T> {
      const before = Object.hasOwn(kept, name) ? schema.safeParse(kept[name]) : undefined;
      if (before?.success) {
        done++;
        return before.data;
      }
      // The end of the step before has written the rest; each write costs a look of all who follow the job.
      if (words !== said) await write(BEGIN_STEP, [words, done]);
      said = words;
      const value = storableJson(await work());
      done++;
      await write(END_STEP, [name, value, done]);
      // As it is read after a park or a crash, so that there is no difference.
      return schema.parse(JSON.parse(value));
    },
  };
}
