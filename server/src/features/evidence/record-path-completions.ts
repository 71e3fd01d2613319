import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { PathEvidence } from '@training/shared/evidence/path-evidence';
import { z } from 'zod';
import { createSystemContextFields } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { newId } from '../../platform/ids.ts';
import type { EventConsumer } from '../events/assign-event-sequences.ts';
import { recordEvent, type EventContext } from '../events/record-event.ts';
import { PathCompletionEntity } from './path-completion.entity.ts';

/** Maximum number of path completions that one call records. */
export const PATH_COMPLETION_BATCH_SIZE = 200;

/** Two that record one person's completion would record it twice. */
const LOCK_PATHS = defineStatement({
  name: 'lock-path-completions',
  scope: 'tenant',
  sql: `select pg_advisory_xact_lock(hashtextextended('path completions ' || :workspaceId::text, 0))`,
});

/**
 * Finds people who have done all modules of a path that they are assigned, at least one of them completed, and whose
 * newest completion of the path lacks one of these cycles.
 */
const FIND_COMPLETED = defineStatement({
  name: 'completed-paths-to-record',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({
    cycles: z.array(z.uuid()),
    evidence: PathEvidence.extend({ completion: PathEvidence.shape.completion.omit({ path_completion_id: true }) }),
  }),
  sql: `
with covered as materialized (
  select distinct g.path_id, e.user_id
  from path_assignments g
  join assignments a on a.workspace_id = :workspaceId and a.id = g.assignment_id and a.ended_at is null
  join assignment_enrollments l on l.workspace_id = :workspaceId and l.assignment_id = g.assignment_id
    and l.removed_at is null
  join enrollments e on e.workspace_id = :workspaceId and e.id = l.enrollment_id and e.is_current
    and (:userIds::uuid[] is null or e.user_id = any(:userIds))
  join users u on u.workspace_id = :workspaceId and u.id = e.user_id and u.is_active
  where g.workspace_id = :workspaceId
), steps as materialized (
  select c.path_id, c.user_id, s.position, m.id as module_id, m.title, e.id, e.completed_at, e.expires_at, e.waived_at,
    e.attested_id
  from covered c
  join path_steps s on s.workspace_id = :workspaceId and s.path_id = c.path_id
  join modules m on m.workspace_id = :workspaceId and m.id = s.module_id
  left join enrollments e on e.workspace_id = :workspaceId and e.user_id = c.user_id and e.module_id = s.module_id
    and e.is_current
  where m.status = 'published' or e.completed_at is not null or e.waived_at is not null
), done as (
  select path_id, user_id, array_agg(id order by id) filter (where completed_at is not null) as cycles,
    max(coalesce(completed_at, waived_at)) as completed_at,
    min(expires_at) filter (where completed_at is not null) as expires_at
  from steps group by path_id, user_id
  having bool_or(completed_at is not null) and bool_and(case when completed_at is null then waived_at is not null
    else coalesce(expires_at, 'infinity') > :now::timestamptz end)
), fresh as (
  select d.* from done d
  left join lateral (
    select cycles from path_completions x
    where x.workspace_id = :workspaceId and x.user_id = d.user_id and x.path_id = d.path_id
    order by x.id desc limit 1) newest on true
  where newest.cycles is null or not d.cycles <@ newest.cycles
  order by d.user_id, d.path_id limit :most
)
select f.cycles, json_build_object(
  'version', 1, 'path', json_build_object('id', p.id, 'title', p.title, 'version', p.version),
  'generated_at', to_iso(:now::timestamptz), 'time_zone', w.time_zone,
  'workspace', json_build_object('id', w.id, 'slug', w.slug, 'name', w.name),
  'person', json_build_object('id', u.id, 'full_name', u.full_name, 'email', u.email, 'department', d.name),
  'completion', json_build_object('completed_at', to_iso(f.completed_at), 'expires_at', to_iso(f.expires_at)),
  'modules', (
    select json_agg(json_build_object('id', s.module_id, 'title', s.title, 'enrollment_id', s.id,
      'state', case when s.completed_at is null then 'excused' when s.attested_id is null then 'completed'
        else 'attested' end,
      'completed_at', to_iso(s.completed_at),
      'expires_at', case when s.completed_at is not null then to_iso(s.expires_at) end,
      'evidence_sha256', case when s.completed_at is not null then encode(sha256(convert_to(coalesce((
          select v.evidence from completion_evidence v
          where v.workspace_id = :workspaceId and v.enrollment_id = s.id and s.attested_id is null
          order by v.number desc limit 1), (
          select v.evidence from attested_evidence v
          where v.workspace_id = :workspaceId and v.attested_id = s.attested_id
          order by v.number desc limit 1)), 'UTF8')), 'hex') end) order by s.position)
    from steps s where s.path_id = f.path_id and s.user_id = f.user_id)) as evidence
from fresh f
join paths p on p.workspace_id = :workspaceId and p.id = f.path_id
join workspaces w on w.id = :workspaceId
join users u on u.workspace_id = :workspaceId and u.id = f.user_id
left join departments d on d.workspace_id = :workspaceId and d.id = u.department_id`,
});

/**
 * Records the paths that people have completed, with evidence that the audit log binds (rules/paths 9). Returns how
 * many; there may be more if these are `PATH_COMPLETION_BATCH_SIZE`.
 * @param userIds Null for everyone.
 */
export async function recordPathCompletions(
  em: EntityManager,
  cause: EventContext,
  userIds: readonly string[] | null,
): Promise<number> {
  const workspaceId = cause.workspace.id;
  await LOCK_PATHS.run(em, { workspaceId });
  const asked = { workspaceId, now: cause.now, userIds: userIds && [...userIds], most: PATH_COMPLETION_BATCH_SIZE };
  const found = await FIND_COMPLETED.all(em, asked);
  for (const { cycles, evidence } of found) {
    const id = newId();
    const { path, person, completion } = evidence;
    const { id: user_id, full_name, email } = person;
    const text = JSON.stringify({ ...evidence, completion: { path_completion_id: id, ...completion } });
    const eventId = await recordEvent(em, cause, {
      action: 'learner.path_completed',
      subject: { kind: 'path', id: path.id, name: path.title },
      changes: {
        user_id,
        full_name,
        path_completion_id: id,
        ...completion,
        evidence_sha256: createHash('sha256').update(text).digest('hex'),
      },
      outgoing: {
        user_id,
        email,
        full_name,
        path_id: path.id,
        title: path.title,
        path_completion_id: id,
        ...completion,
      },
    });
    const { completed_at, expires_at } = completion;
    await em.insert(PathCompletionEntity, {
      workspaceId,
      id,
      pathId: path.id,
      userId: person.id,
      completedAt: new Date(completed_at),
      expiresAt: expires_at === null ? null : new Date(expires_at),
      cycles,
      eventAt: cause.now,
      eventId,
      evidence: text,
    });
  }
  return found.length;
}

const WHO_COMPLETED = defineStatement({
  name: 'people-of-completed-modules',
  scope: 'tenant',
  row: z.strictObject({ people: z.array(z.uuid()) }),
  sql: `
select coalesce(array_agg(distinct (data ->> 'user_id')::uuid), '{}') as people from outgoing_events
where workspace_id = :workspaceId and sequence between :first and :last and type = 'learner.module_completed'`,
});

/** Records paths whose last module was completed. */
export const recordPathCompletionsOfEvents: EventConsumer = async (em, events) => {
  const { people } = await WHO_COMPLETED.one(em, events);
  if (people.length === 0) return;
  await recordPathCompletions(
    em,
    { workspace: { id: events.workspaceId }, ...createSystemContextFields('Server') },
    people,
  );
};
