import type { EntityManager } from '@mikro-orm/postgresql';
import type { EventAction } from '@training/shared/events';
import type { Context } from '../../context.ts';
import { execute } from '../../database/database.ts';
import { newId } from '../../platform/ids.ts';

export type AuditEntry = {
  action: EventAction;
  subject: { kind: string; id: string | null; name: string };
  /** `field: [before, after]`, or the reason that was given. */
  changes?: Record<string, unknown>;
};

/** The columns that `auditValues` fills, in its order. */
export const AUDIT_COLUMNS = `audit_events (workspace_id, id, at, action, actor_kind, actor_id, actor_name,
  subject_kind, subject_id, subject_name, changes, request_id, ip)`;

/** The parameters of `auditValues`, for `insert … select`, where PostgreSQL does not take their types from the columns. */
export const AUDIT_ROW = `$1::uuid, $2::uuid, $3::timestamptz, $4, $5, $6::uuid, $7, $8, $9::uuid, $10, $11::jsonb, $12, $13`;

/** The row of one audit entry. Hot writes insert it in the same statement as what it records. */
export function auditValues(
  { workspace, actor, now, requestId, ip }: Omit<Context, 'db' | 'reach'>,
  entry: AuditEntry,
) {
  return [
    workspace.id,
    newId(),
    now,
    entry.action,
    actor.kind,
    actor.kind === 'system' ? null : actor.id,
    actor.name,
    entry.subject.kind,
    entry.subject.id,
    entry.subject.name,
    entry.changes ? JSON.stringify(entry.changes) : null,
    requestId,
    ip,
  ];
}

/** Writes an audit row in the transaction of what it records: there is never one without the other. */
export async function recordAudit(
  em: EntityManager,
  ctx: Omit<Context, 'db' | 'reach'>,
  entry: AuditEntry,
): Promise<void> {
  await execute(em, `insert into ${AUDIT_COLUMNS} values (${AUDIT_ROW})`, auditValues(ctx, entry));
}
