import { Timestamp } from '@training/shared/primitives';
import { z } from 'zod';
import type { Workspace } from '../../core/context.ts';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { entityManager } from '../../core/transaction.ts';
import { EnrollmentEntity } from '../learning/enrollment.entity.ts';
import { recordEvent } from '../events/record-event.ts';
import type { Stop } from './run-assignment.ts';

/** Events of one transaction. */
const BATCH = 100;

/**
 * Finds certificates that have entered their renewal window or expired since the last notification. The window is that
 * of the assignments, else 30 days. Only the newest certificate of an active person and a module counts.
 */
const TO_NOTIFY = defineStatement({
  name: 'certificates-to-tell',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({
    id: z.uuid(),
    kind: z.enum(['due_soon', 'expired', 'superseded']),
    user_id: z.uuid(),
    email: z.string(),
    full_name: z.string(),
    module_id: z.uuid(),
    title: z.string(),
    completed_at: Timestamp,
    expires_at: Timestamp,
  }),
  sql: `
select e.id, k.kind, u.id as user_id, u.email, u.full_name, m.id as module_id, m.title,
  to_iso(e.completed_at) as completed_at, to_iso(e.expires_at) as expires_at
from enrollments e
join users u on u.workspace_id = e.workspace_id and u.id = e.user_id and u.is_active
join modules m on m.workspace_id = e.workspace_id and m.id = e.module_id
cross join lateral (
  select coalesce(max(a.window_days), 30) as days
  from assignment_enrollments l join assignments a on a.workspace_id = l.workspace_id and a.id = l.assignment_id
  where l.workspace_id = :workspaceId and l.enrollment_id = e.id and l.removed_at is null
) w
cross join lateral (
  select case
    when exists (
      select from enrollments later
      where later.workspace_id = :workspaceId and later.user_id = e.user_id and later.module_id = e.module_id
        and later.cycle > e.cycle and later.completed_at is not null
        and coalesce(later.expires_at, 'infinity') > e.expires_at) then 'superseded'
    when e.expires_at <= :now::timestamptz then 'expired'
    else 'due_soon' end as kind
) k
where e.workspace_id = :workspaceId and e.expires_at is not null and e.certificate_told is distinct from 'expired'
  and e.expires_at <= :now::timestamptz + make_interval(days => w.days)
  and e.expires_at <= :now::timestamptz + interval '365 days'
  and (e.certificate_told is null or k.kind <> 'due_soon')
order by e.expires_at, e.id
limit :most
for no key update of e skip locked`,
});

/** Records an event for each certificate that expires soon or has expired, once each (rules/assignments 9). */
export async function notifyExpiringCertificates(
  db: Database,
  workspace: Workspace,
  now: Date,
  stop: Stop,
): Promise<void> {
  const actor = { kind: 'system', name: 'Recertification' } as const;
  const cause = { workspace, actor, now, requestId: null, ip: null };
  let count = BATCH;
  while (count === BATCH && !stop()) {
    count = await entityManager({ db, workspace }).transactional(async (em) => {
      const certificates = await TO_NOTIFY.all(em, { workspaceId: workspace.id, now, most: BATCH });
      for (const { id, kind, ...certificate } of certificates) {
        const { user_id, full_name, title } = certificate;
        if (kind !== 'superseded') {
          await recordEvent(em, cause, {
            action: `certification.${kind}`,
            subject: { kind: 'user', id: user_id, name: full_name },
            changes: { module: title, expires_at: certificate.expires_at },
            outgoing: certificate,
          });
        }
        // A certificate replaced by a newer one needs no event.
        const notifiedAs = kind === 'due_soon' ? kind : 'expired';
        await em.nativeUpdate(EnrollmentEntity, { workspaceId: workspace.id, id }, { certificateTold: notifiedAs });
      }
      return certificates.length;
    });
  }
}
