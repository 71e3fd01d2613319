import type { AuditFilters } from '@training/shared/audit/audit';
import { EventAction } from '@training/shared/events/events';
import { ActorKind } from '@training/shared/events/outgoing-events';
import type { AuditSearch } from './audit-search.ts';

/** Ranges that end today, with their number of days. */
const RANGES = { today: 1, '7d': 7, '30d': 30 } as const;

/** Returns the filters in the server's format. */
export function auditFilters({ action, actor, person, q, range, from, to }: AuditSearch): AuditFilters {
  return {
    action: EventAction.safeParse(action).data,
    actor_kind: ActorKind.safeParse(actor).data,
    by: person,
    search: q,
    days: range === undefined ? undefined : RANGES[range],
    first_day: from,
    last_day: to,
  };
}
