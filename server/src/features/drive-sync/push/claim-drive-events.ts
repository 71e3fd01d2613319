import { raw, type Raw } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import type { Runner } from '../../../database/statements/statement.ts';
import { defineQueue } from '../../../platform/queue/define-queue.ts';
import { LEASE, NO_LEASE } from '../../../platform/queue/lease.ts';
import { DriveEventEntity } from '../connection/change-feed.entity.ts';

export const DriveApps = z.enum(['lark', 'feishu']);

const Event = z.strictObject({
  kind: DriveApps,
  appId: z.string(),
  eventId: z.string(),
  fileToken: z.string(),
  folderToken: z.string().nullable(),
  receivedAt: z.date(),
  ...LEASE,
});
type StoredEvent = z.infer<typeof Event>;

const DRIVE_EVENTS = defineQueue({
  name: 'drive-events',
  table: 'drive_events',
  key: { kind: 'kind', appId: 'app_id', eventId: 'event_id' },
  seconds: 60,
  row: Event,
  returning: `q.kind, q.app_id as "appId", q.event_id as "eventId", q.file_token as "fileToken",
  q.folder_token as "folderToken", q.received_at as "receivedAt"`,
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

/** Ends the leases of an app's events, which were handled. */
export function completeDriveEvents(db: Database, events: EventsOfApp): Promise<void> {
  return release(db, events, { dueAt: null, handledAt: raw('now()') });
}

/** Ends the leases of an app's events. Those of these tokens are due again at `dueAt`, the others were handled. */
export async function retryEventsAt(
  db: Database,
  events: EventsOfApp,
  dueAt: Date,
  tokens?: ReadonlySet<string>,
): Promise<void> {
  const again = events.events.filter(({ fileToken, folderToken }) => tokens?.has(folderToken ?? fileToken) ?? true);
  await release(db, events, { dueAt, handledAt: null }, again);
  if (again.length < events.events.length) await completeDriveEvents(db, events);
}

async function release(
  db: Database,
  { kind, appId, leaseId, events }: EventsOfApp,
  next: { dueAt: Date | null; handledAt: Raw | null },
  some = events,
): Promise<void> {
  const eventId = some === events ? {} : { eventId: { $in: some.map((each) => each.eventId) } };
  await db.em.fork().nativeUpdate(DriveEventEntity, { kind, appId, leaseId, ...eventId }, { ...NO_LEASE, ...next });
}
