import type { AuditFilters } from '@training/shared/audit/audit';
import type { Context } from '../../core/context.ts';
import { likePatternOf } from '../../database/statements/search-patterns.ts';

/**
 * CTE `bounds`: the workspace's time zone, and the moments between which the log is read. Days are those of the zone.
 * Takes `auditFilterParametersOf`.
 */
export const AUDIT_TIME_RANGE_CTE = `
bounds as materialized (
  select w.time_zone as zone,
    coalesce(greatest(:from::timestamptz, start_of_day(:firstDay::date, w.time_zone),
      start_of_day((:now::timestamptz at time zone w.time_zone)::date - (:days::integer - 1), w.time_zone)),
      '-infinity') as since,
    coalesce(least(:to::timestamptz, start_of_day(:lastDay::date + 1, w.time_zone)), 'infinity') as until
  from workspaces w where w.id = :workspaceId)` as const;

/**
 * SQL condition: the entry `e` matches the filter. Takes `auditFilterParametersOf`, and `AUDIT_TIME_RANGE_CTE` before
 * it.
 */
export const ENTRY_MATCHES_AUDIT_FILTER = `
  e.workspace_id = :workspaceId
  and (:action::text is null or e.action = :action)
  and (:actorKind::text is null or e.actor_kind = :actorKind)
  and (:by::uuid is null or e.actor_id = :by)
  and (:search::text is null or e.actor_name ilike :search or e.subject_name ilike :search)
  and e.at >= (select since from bounds) and e.at < (select until from bounds)` as const;

/** An entry `e` as returned: the arguments of `json_build_object`. */
export const AUDIT_ENTRY_JSON_FIELDS_SQL = `
  'id', e.id, 'at', to_iso(e.at), 'action', e.action,
  'actor', json_build_object('kind', e.actor_kind, 'id', e.actor_id, 'name', e.actor_name),
  'subject', json_build_object('kind', e.subject_kind, 'id', e.subject_id, 'name', e.subject_name),
  'changes', e.changes, 'request_id', e.request_id, 'ip', e.ip` as const;

/** Returns the parameters of `AUDIT_TIME_RANGE_CTE` and `ENTRY_MATCHES_AUDIT_FILTER`. */
export function auditFilterParametersOf({ workspace, now }: Pick<Context, 'workspace' | 'now'>, asked: AuditFilters) {
  return {
    workspaceId: workspace.id,
    now,
    action: asked.action ?? null,
    actorKind: asked.actor_kind ?? null,
    by: asked.by ?? null,
    search: asked.search ? likePatternOf(asked.search) : null,
    from: asked.from ?? null,
    to: asked.to ?? null,
    firstDay: asked.first_day ?? null,
    lastDay: asked.last_day ?? null,
    days: asked.days ?? null,
  };
}
