import type { ListAudit } from '@training/shared/audit';
import { EventAction } from '@training/shared/events';
import { ActorKind } from '@training/shared/outgoing-events';
import { z } from 'zod';
import { PageNumber, SearchText } from '../../lib/search-params.ts';

const Day = z.iso
  .date()
  .refine((day) => day >= '1970-01-02' && day <= '9999-12-30')
  .optional()
  .catch(undefined);

/** The filters of the audit log, as they stand in its address; `to` is the last day that is shown. */
export const AuditSearch = z.object({
  action: EventAction.optional().catch(undefined),
  actor: ActorKind.optional().catch(undefined),
  q: SearchText,
  from: Day,
  to: Day,
  page: PageNumber,
});
export type AuditSearch = z.infer<typeof AuditSearch>;

/** The filters as the server takes them: days of the reader's time zone become moments, the last one included. */
export function auditFilters({ action, actor, q, from, to }: AuditSearch): Omit<ListAudit, 'limit' | 'offset'> {
  return {
    action,
    actor_kind: actor,
    search: q,
    from: from === undefined ? undefined : midnight(from, 0),
    to: to === undefined ? undefined : midnight(to, 1),
  };
}

function midnight(day: string, daysLater: number): string {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  return date.toISOString();
}
