import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../database/statements/away.ts';
import { RECORDING_STORE } from '../recordings/stored-recording.ts';

/** Recordings are kept as long as users may need to listen to them (rules/grading 9). */
const IS_OLD_RECORDING = `
r.state = 'stored' and r.created_at < now() - interval '1 day' and (
  r.created_at < now() - interval '1 year' or not exists (
    select from spoken_answers s
    join answers a on a.workspace_id = s.workspace_id and a.id = s.answer_id
    left join appeals p on p.workspace_id = s.workspace_id and p.answer_id = s.answer_id
    where s.workspace_id = r.workspace_id and s.recording_id = r.id and (
      a.state <> 'graded' or (p.answer_id is not null and p.decided_at is null) or (
        select max(g.at) from grades g
        where g.workspace_id = s.workspace_id and g.answer_id = s.answer_id and g.counts) > now() - (
          select make_interval(days => w.recordings_kept_days) from workspaces w where w.id = r.workspace_id))))` as const;

/** Deletes what recognition heard in old answers and how their speakers corrected it (rules/retention 4). */
export const REMOVE_OLD_TRANSCRIPTS = defineStatement({
  name: 'remove-old-transcripts',
  scope: 'cross_tenant',
  sql: `
update spoken_answers s set transcript = null, corrected = null where (s.workspace_id, s.answer_id) in (
  select o.workspace_id, o.answer_id
  from workspaces w
  join answers a on a.workspace_id = w.id and a.state = 'graded'
  join spoken_answers o on o.workspace_id = a.workspace_id and o.answer_id = a.id and o.transcript is not null
  where w.transcripts_kept_days is not null and ${runsBackgroundWorkSql('w.id')}
    -- Evidence that isn't recorded yet takes its transcripts from here.
    and not exists (
      select from attempts t
      join enrollments e on e.workspace_id = t.workspace_id and e.id = t.enrollment_id and e.completed_at is not null
      where t.workspace_id = a.workspace_id and t.id = a.attempt_id and not exists (
        select from completion_evidence v where v.workspace_id = e.workspace_id and v.enrollment_id = e.id))
    and not exists (
      select from appeals p
      where p.workspace_id = a.workspace_id and p.answer_id = a.id and p.decided_at is null)
    and (select max(g.at) from grades g where g.workspace_id = a.workspace_id and g.answer_id = a.id and g.counts)
      < now() - make_interval(days => w.transcripts_kept_days)
  limit 1000)`,
});

const RECORDINGS_AT_ONCE = 1_000;

/**
 * Skips recordings that are being attached to an answer right now. Later attempts to attach one wait for the lock and
 * then fail.
 */
const LOCK_OLD_RECORDINGS = defineStatement({
  name: 'lock-old-recordings',
  scope: 'cross_tenant',
  row: z.strictObject({ workspaceId: z.uuid(), id: z.uuid() }),
  sql: `
select r.workspace_id as "workspaceId", r.id from recordings r where ${IS_OLD_RECORDING} and ${runsBackgroundWorkSql('r.workspace_id')}
limit ${RECORDINGS_AT_ONCE} for update skip locked`,
});

/** Checks again after locking: a recording may have been attached to an answer since the first check. */
const REMOVE_OLD_RECORDINGS = defineStatement({
  name: 'remove-old-recordings',
  scope: 'cross_tenant',
  sql: RECORDING_STORE.removal(`(r.workspace_id, r.id) in (
    select workspace_id, id from unnest(:workspaceIds::uuid[], :ids::uuid[]) as held (workspace_id, id))
  and ${IS_OLD_RECORDING}`),
});

/**
 * Removes a batch of expired recordings. Recordings attached to an answer in the meantime are kept.
 * @returns true if there may be more
 */
export async function removeOldRecordings({ em }: Database): Promise<boolean> {
  return em.fork().transactional(async (transaction) => {
    const held = await LOCK_OLD_RECORDINGS.all(transaction);
    const [workspaceIds, ids] = [held.map(({ workspaceId }) => workspaceId), held.map(({ id }) => id)];
    if (held.length > 0) await REMOVE_OLD_RECORDINGS.run(transaction, { workspaceIds, ids });
    return held.length === RECORDINGS_AT_ONCE;
  });
}
