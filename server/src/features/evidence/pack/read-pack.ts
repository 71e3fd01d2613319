import {
  CompletionEvidenceDocument,
  MAX_CERTIFICATES_PER_EVIDENCE_PACK,
  type EvidencePackScope,
} from '@training/shared/evidence/evidence';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { LEARNER_LANGUAGE_SQL } from '../evidence-sql.ts';

const PAGE = 50;

/** Days are those of the workspace's time zone, both included. */
const IN_SCOPE = `
e.workspace_id = :workspaceId and e.completed_at is not null and e.attested_id is null
  and (:moduleId::uuid is null or e.module_id = :moduleId) and (:userId::uuid is null or e.user_id = :userId)
  and (:from::date is null or e.completed_at >= start_of_day(:from::date, w.time_zone))
  and (:to::date is null or e.completed_at < start_of_day(:to::date + 1, w.time_zone))`;

const COUNT_COMPLETIONS = defineStatement({
  name: 'count-completions-of-pack',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: z.strictObject({
    completions: z.number(),
    paths: z.number(),
    attested: z.number(),
    unknown: z.boolean(),
    time_zone: z.string(),
  }),
  sql: `
select count(e.id)::float as completions, (
  select count(*)::float from path_completions x
  where x.workspace_id = :workspaceId and :moduleId::uuid is null and (:userId::uuid is null or x.user_id = :userId)
    and (:from::date is null or x.completed_at >= start_of_day(:from::date, w.time_zone))
    and (:to::date is null or x.completed_at < start_of_day(:to::date + 1, w.time_zone))) as paths, (
  select count(*)::float from attested_completions a
  where a.workspace_id = :workspaceId and (:moduleId::uuid is null or a.module_id = :moduleId)
    and (:userId::uuid is null or a.user_id = :userId) and (:from::date is null or a.completed_on >= :from::date)
    and (:to::date is null or a.completed_on <= :to::date)) as attested,
  (:moduleId::uuid is not null and not exists (select from modules m where m.workspace_id = :workspaceId and m.id = :moduleId))
  or (:userId::uuid is not null and not exists (select from users u where u.workspace_id = :workspaceId and u.id = :userId))
    as unknown, w.time_zone
from workspaces w left join enrollments e on ${IN_SCOPE}
where w.id = :workspaceId::uuid
group by w.id`,
});

/** All of a pack at once: it holds no more than `MAX_CERTIFICATES_PER_EVIDENCE_PACK`. */
const FIND_COMPLETIONS = defineStatement({
  name: 'find-completions-of-pack',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: z.strictObject({ id: z.string(), recorded: z.boolean() }),
  sql: `
select e.id, exists (
  select from completion_evidence v where v.workspace_id = :workspaceId and v.enrollment_id = e.id) as recorded
from workspaces w join enrollments e on ${IN_SCOPE}
where w.id = :workspaceId::uuid order by e.completed_at, e.id limit :limit`,
});

/**
 * The evidence that the audit log binds by its entry `:entries`, and what the completion itself says now. Where the log
 * binds none, as after it was emptied, the newest is there all the same, and shows as unbound.
 */
const READ_COMPLETIONS = defineStatement({
  name: 'read-completions-of-pack',
  scope: 'tenant',
  replica: true,
  unprepared: true,
  row: z.strictObject({
    text: z.string(),
    language: z.string(),
    completed_at: z.string(),
    expires_on: z.string().nullable(),
    score: z.number().nullable(),
  }),
  sql: `
select v.evidence as text, ${LEARNER_LANGUAGE_SQL} as language, to_iso(e.completed_at) as completed_at, e.final_score::float8 as score,
  to_char((e.expires_at - interval '1 millisecond') at time zone (v.evidence::json ->> 'time_zone'), 'YYYY-MM-DD') as expires_on
from enrollments e
join workspaces w on w.id = :workspaceId::uuid
join users u on u.workspace_id = :workspaceId and u.id = e.user_id
cross join lateral (
  select v.evidence from completion_evidence v
  left join audit_chain c on c.workspace_id = :workspaceId and c.event_at = v.event_at and c.event_id = v.event_id
    and c.position <= :entries::bigint
  where v.workspace_id = :workspaceId and v.enrollment_id = e.id
  order by c.position is not null desc, v.number desc limit 1) v
where e.workspace_id = :workspaceId and e.id in (select value::uuid from jsonb_array_elements_text(:ids::jsonb))
order by e.completed_at, e.id`,
});

type PackParameters = ReturnType<typeof packParametersOf>;

export function packParametersOf({ workspace }: Pick<Context, 'workspace'>, scope: EvidencePackScope) {
  return {
    workspaceId: workspace.id,
    moduleId: scope.module_id ?? null,
    userId: scope.user_id ?? null,
    from: scope.from ?? null,
    to: scope.to ?? null,
  };
}

export const countPackContents = ({ db }: Pick<Context, 'db'>, parameters: PackParameters) =>
  COUNT_COMPLETIONS.one(db.pool, parameters);

/** The completions of a pack, by time, and whether the evidence of each is recorded. */
export const findPackCompletions = ({ db }: Pick<Context, 'db'>, parameters: PackParameters) =>
  FIND_COMPLETIONS.all(db.pool, { ...parameters, limit: MAX_CERTIFICATES_PER_EVIDENCE_PACK });

/** A completion: its evidence, its very bytes, its person's language, and the row that a table of completions tells. */
type PackedCompletion = {
  evidence: CompletionEvidenceDocument;
  text: string;
  language: string;
  row: CompletionEvidenceDocument;
};

/**
 * These completions as the audit log binds them up to an entry, by time: page by page, so that no transaction
 * stays open while somebody downloads.
 */
export async function* readPackCompletions(
  ctx: Pick<Context, 'db'>,
  workspaceId: string,
  found: string[],
  entries: number,
): AsyncGenerator<PackedCompletion> {
  for (let from = 0; from < found.length; from += PAGE) {
    const ids = JSON.stringify(found.slice(from, from + PAGE));
    for (const { text, language, ...now } of await READ_COMPLETIONS.all(ctx.db.pool, { workspaceId, ids, entries })) {
      const evidence = CompletionEvidenceDocument.parse(JSON.parse(text));
      yield { evidence, text, language, row: { ...evidence, completion: { ...evidence.completion, ...now } } };
    }
  }
}
