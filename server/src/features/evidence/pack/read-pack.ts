import { MOST_CERTIFICATES, type EvidencePackScope } from '@training/shared/evidence';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { defineStatement } from '../../../database/statement.ts';
import { EVIDENCE_FROM, EVIDENCE_JSON } from '../evidence-sql.ts';
import { EvidenceRow } from '../read-evidence.ts';

const PAGE = 50;

/** Days are those of the workspace's time zone, both included. */
const IN_SCOPE = `
e.workspace_id = :workspaceId and e.completed_at is not null and e.completed_at < :now::timestamptz
  and (:moduleId::uuid is null or e.module_id = :moduleId) and (:userId::uuid is null or e.user_id = :userId)
  and (:from::date is null or e.completed_at >= :from::date::timestamp at time zone w.time_zone)
  and (:to::date is null or e.completed_at < (:to::date + 1)::timestamp at time zone w.time_zone)`;

const COUNT_COMPLETIONS = defineStatement({
  name: 'count-completions-of-pack',
  scope: 'tenant',
  seldom: true,
  row: z.strictObject({ completions: z.number(), unknown: z.boolean() }),
  sql: `
select count(e.id)::float as completions,
  (:moduleId::uuid is not null and not exists (select from modules m where m.workspace_id = :workspaceId and m.id = :moduleId))
  or (:userId::uuid is not null and not exists (select from users u where u.workspace_id = :workspaceId and u.id = :userId))
    as unknown
from workspaces w left join enrollments e on ${IN_SCOPE}
where w.id = :workspaceId::uuid`,
});

/** All of a pack at once: it holds no more than `MOST_CERTIFICATES`. */
const FIND_COMPLETIONS = defineStatement({
  name: 'find-completions-of-pack',
  scope: 'tenant',
  seldom: true,
  row: z.strictObject({ id: z.string() }),
  sql: `
select e.id from workspaces w join enrollments e on ${IN_SCOPE}
where w.id = :workspaceId::uuid order by e.completed_at, e.id limit :limit`,
});

const READ_COMPLETIONS = defineStatement({
  name: 'read-completions-of-pack',
  scope: 'tenant',
  seldom: true,
  row: EvidenceRow,
  sql: `
select ${EVIDENCE_JSON} as evidence ${EVIDENCE_FROM}
where e.workspace_id = :workspaceId and e.id in (select value::uuid from jsonb_array_elements_text(:ids::jsonb))
order by e.completed_at, e.id`,
});

export type PackParameters = ReturnType<typeof packParameters>;

export function packParameters({ workspace, now }: Pick<Context, 'workspace' | 'now'>, scope: EvidencePackScope) {
  return {
    workspaceId: workspace.id,
    now,
    moduleId: scope.module_id ?? null,
    userId: scope.user_id ?? null,
    from: scope.from ?? null,
    to: scope.to ?? null,
  };
}

export const countCompletions = ({ db }: Pick<Context, 'db'>, parameters: PackParameters) =>
  COUNT_COMPLETIONS.one(db.pool, parameters);

/** The completions of a pack, by time: page by page, so that no transaction stays open while somebody downloads. */
export async function* completionsOf({ db }: Pick<Context, 'db'>, parameters: PackParameters) {
  const found = await FIND_COMPLETIONS.all(db.pool, { ...parameters, limit: MOST_CERTIFICATES });
  const { workspaceId, now } = parameters;
  for (let from = 0; from < found.length; from += PAGE) {
    const ids = JSON.stringify(found.slice(from, from + PAGE).map(({ id }) => id));
    for (const { evidence } of await READ_COMPLETIONS.all(db.pool, { workspaceId, now, ids })) yield evidence;
  }
}
