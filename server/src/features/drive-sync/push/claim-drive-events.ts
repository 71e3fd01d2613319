import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { defineQueue } from '../../../platform/queue/define-queue.ts';
import { LEASE, OWNS_LEASE, RELEASED } from '../../../platform/queue/lease.ts';

export const DriveApps = z.enum(['lark', 'feishu']);

const Event = z.strictObject({
  kind: DriveApps,
  appId: z.string(),
  eventId: z.string(),
  fileToken: z.string(),
  folderToken: z.string().nullable(),
  ...LEASE,
});
export type StoredEvent = z.infer<typeof Event>;

const DRIVE_EVENTS = defineQueue({
  name: 'drive-events',
  table: 'drive_events',
  key: { kind: 'kind', appId: 'app_id', eventId: 'event_id' },
  seconds: 60,
  row: Event,
  returning: `q.kind, q.app_id as "appId", q.event_id as "eventId", q.file_token as "fileToken",
  q.folder_token as "folderToken"`,
});

/** Ends the leases of an app's events: they were handled, or are due again at `dueAt`. */
const COMPLETE = defineStatement({
  name: 'complete-drive-events',
  scope: 'global',
  sql: `
update drive_events set ${RELEASED}, due_at = :dueAt::timestamptz,
  handled_at = case when :dueAt::timestamptz is null then now() end
where kind = :kind and app_id = :appId and ${OWNS_LEASE}`,
});

/** Maximum number of events handled together. Many events of one file cost one request. */
const MOST = 2_000;

export type EventsOfApp = { kind: StoredEvent['kind']; appId: string; leaseId: string; events: StoredEvent[] };

/** Claims waiting events, oldest first, grouped by app. */
export async function claimDriveEvents(on: Runner): Promise<EventsOfApp[]> {
  const claimed = await DRIVE_EVENTS.claim(on, MOST);
  const apps = Map.groupBy(claimed, ({ kind, appId }) => `${kind} ${appId}`);
  return [...apps.values()].flatMap((events) => {
    const [first] = events;
    return first ? [{ kind: first.kind, appId: first.appId, leaseId: first.leaseId, events }] : [];
  });
}

export async function completeDriveEvents(on: Runner, { kind, appId, leaseId }: EventsOfApp): Promise<void> {
  await COMPLETE.run(on, { kind, appId, leaseId, dueAt: null });
}

export async function retryEventsAt(on: Runner, { kind, appId, leaseId }: EventsOfApp, dueAt: Date): Promise<void> {
  await COMPLETE.run(on, { kind, appId, leaseId, dueAt });
}
