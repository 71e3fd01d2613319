import type { AuditFilters } from '@training/shared/audit';
import { EventAction } from '@training/shared/events';
import { ActorKind } from '@training/shared/outgoing-events';
import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { SearchText } from '../../lib/search-params.ts';

const Day = z.iso
  .date()
  .refine((day) => day >= '1970-01-02' && day <= '9999-12-30')
  .optional()
  .catch(undefined);

/** Ranges that end today, with their days. */
export const RANGES = { today: 1, '7d': 7, '30d': 30 } as const;

/** The filters of the audit log, as they stand in its address; days are those of the workspace, `to` is the last one. */
export const AuditSearch = z.object({
  action: EventAction.optional().catch(undefined),
  actor: ActorKind.optional().catch(undefined),
  person: Id.optional().catch(undefined),
  q: SearchText,
  range: z.enum(['today', '7d', '30d']).optional().catch(undefined),
  from: Day,
  to: Day,
});
export type AuditSearch = z.infer<typeof AuditSearch>;

/** The filters as the server takes them. */
export function auditFilters({ action, actor, person, q, range, from, to }: AuditSearch): AuditFilters {
  return {
    action,
    actor_kind: actor,
    by: person,
    search: q,
    days: range === undefined ? undefined : RANGES[range],
    first_day: from,
    last_day: to,
  };
}
