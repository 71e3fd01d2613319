import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { PUBLISH_TOPIC_EXPRESSION_SQL } from '../../../platform/topic-changes.ts';
import type { FinishedItems, FeatureStepRunner } from '../features/feature.ts';
import { aiJobLiveTopicOf } from '../jobs/ai-job.ts';
import { LeaseLostError } from '../../../platform/queue/lease.ts';
import { jobLeaseParametersOf, JOB_LEASE_IS_OURS, type ClaimedAiJob } from './claim-ai-job.ts';

/** Maximum time in milliseconds that a job may keep its slot while it has steps left. */
const TIME_SLICE = 60_000;

/** The job's time slice is over: it is requeued in its place, with its finished steps. */
export class TimeSliceOverError extends Error {
  override readonly name = 'TimeSliceOverError';
}

/**
 * Starts a time slice. Call the returned function before each step. The first step always runs, so that a job with a
 * slow start still makes progress.
 */
function startTimeSlice(): () => void {
  const began = performance.now();
  let steps = 0;
  return () => {
    if (steps++ > 0 && performance.now() - began > TIME_SLICE) throw new TimeSliceOverError();
  };
}

/** JSON that PostgreSQL can store: removes NUL and replaces lone surrogates, which a model may return. */
export function toStorableJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_name, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '') : part,
  );
}

/**
 * Defines an update of a job under the current claim that also notifies its followers. One statement, because there are
 * many such updates.
 */
const writing = <const Columns extends string>(name: string, columns: Columns) =>
  defineStatement({
    name,
    scope: 'tenant',
    sql: `
with written as (update ai_jobs set ${columns} where ${JOB_LEASE_IS_OURS} returning 1)
select ${PUBLISH_TOPIC_EXPRESSION_SQL} from written`,
  });

const PLAN = writing('plan-ai-job', 'progress_total = :total');
const BEGIN_STEP = writing('begin-ai-job-step', 'progress_step = :words, progress_done = :done');
const END_STEP = writing(
  'end-ai-job-step',
  `work = (work - :part::text) || jsonb_build_object(:name::text, :value::jsonb), progress_done = :done, provider_failures = 0`,
);
/**
 * Appends a finished item. `shown` collects the previews of all steps for users (`read-ai-jobs.ts`).
 */
const SAVE_ITEM = writing(
  'keep-ai-job-item',
  `work = work || jsonb_build_object(:part::text, coalesce(work -> :part::text, '[]') || jsonb_build_array(:item::jsonb),
    'shown', coalesce(work -> 'shown', '[]') || case when :shown::jsonb = 'null' then '[]' else jsonb_build_array(:shown::jsonb) end),
  provider_failures = 0`,
);

/** Key in `work` for the items of an unfinished step. */
const partOf = (name: string) => `items of ${name}`;

/**
 * Records a job's progress and its finished steps. All writes
 * @throws LeaseLostError once the claim is lost; TimeSliceOverError once another job should get the slot.
 */
export function createAiJobStepRunner(db: Database, job: ClaimedAiJob): FeatureStepRunner {
  const { work: kept } = job;
  const turn = { ...jobLeaseParametersOf(job), topic: aiJobLiveTopicOf(job.workspace.id, job.id) };
  const mustHaveTime = startTimeSlice();
  let done = 0;
  /** Progress text currently in the row. */
  let said: string | undefined;

  const mustBeOurs = async (written: Promise<number>) => {
    if ((await written) === 0) throw new LeaseLostError();
  };

  const keptOf = (name: string): FinishedItems => {
    const part = partOf(name);
    const before = Object.hasOwn(kept, part) ? z.array(z.unknown()).safeParse(kept[part]).data : undefined;
    return {
      before: before ?? [],
      keep: (item, shown) =>
        mustBeOurs(SAVE_ITEM.run(db.pool, { ...turn, part, item: toStorableJson(item), shown: toStorableJson(shown) })),
      mustHaveTime,
    };
  };

  return {
    plan: (total) => mustBeOurs(PLAN.run(db.pool, { ...turn, total })),
    async step<T>(
      name: string,
      words: string,
      schema: z.ZodType<T>,
      work: (kept: FinishedItems) => Promise<T>,
    ): Promise<T> {
      const before = Object.hasOwn(kept, name) ? schema.safeParse(kept[name]) : undefined;
      if (before?.success) {
        done++;
        return before.data;
      }
      mustHaveTime();
      // The end of the previous step wrote everything else. Avoid an extra write, because each one makes all followers
      // reload the job.
      if (words !== said) await mustBeOurs(BEGIN_STEP.run(db.pool, { ...turn, words, done }));
      said = words;
      const value = toStorableJson(await work(keptOf(name)));
      done++;
      await mustBeOurs(END_STEP.run(db.pool, { ...turn, name, part: partOf(name), value, done }));
      // Parses the stored form, so that the value is the same as after a park or crash.
      return schema.parse(JSON.parse(value));
    },
  };
}
