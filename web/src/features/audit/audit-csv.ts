import type { AuditEvent } from '@training/shared/audit/audit';

const HEADER = [
  'at',
  'action',
  'actor_kind',
  'actor_id',
  'actor',
  'subject_kind',
  'subject_id',
  'subject',
  'changes',
  'request_id',
  'ip',
];

/** Returns the header and one row per event, in the contract's terms: the export is for programs and as evidence. */
export function auditCsvRows(events: AuditEvent[]): string[][] {
  return [HEADER, ...events.map(rowOf)];
}

function rowOf({ at, action, actor, subject, changes, request_id, ip }: AuditEvent): string[] {
  return [
    at,
    action,
    actor.kind,
    actor.id ?? '',
    actor.name,
    subject.kind,
    subject.id ?? '',
    subject.name,
    changes === null ? '' : JSON.stringify(changes),
    request_id ?? '',
    ip ?? '',
  ];
}
