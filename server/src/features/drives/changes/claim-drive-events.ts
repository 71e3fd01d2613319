import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statement.ts';

export const DriveApps = z.enum(['lark', 'feishu']);

const Event = z.strictObject({
  kind: DriveApps,
  appId: z.string(),
  eventId: z.string(),
  fileToken: z.string(),
  folderToken: z.string().nullable(),
});
export type StoredEvent = z.infer<typeof Event>;

/** Claims events, oldest first. After a minute, others may claim those that weren't handled. */
const TAKE = defineStatement({
  name: 'take-drive-events',
  scope: 'global',
  row: Event,
  sql: `
with waiting as materialized (
  select kind, app_id, event_id from drive_events
  where handled_at is null and coalesce(leased_until, '-infinity') <= :now
  order by received_at limit :most
  for update skip locked
)
update drive_events e set leased_until = :until from waiting w
where e.kind = w.kind and e.app_id = w.app_id and e.event_id = w.event_id
returning e.kind, e.app_id as "appId", e.event_id as "eventId", e.file_token as "fileToken",
  e.folder_token as "folderToken"`,
});

const HANDLED = defineStatement({
  name: 'note-drive-events-handled',
  scope: 'global',
  sql: `
update drive_events set handled_at = :now, leased_until = null
where kind = :kind and app_id = :appId and event_id = any(:eventIds::text[])`,
});

const PUT_OFF = defineStatement({
  name: 'put-off-drive-events',
  scope: 'global',
  sql: `
update drive_events set leased_until = :until
where kind = :kind and app_id = :appId and event_id = any(:eventIds::text[]) and handled_at is null`,
});

/** Milliseconds. */
const LEASE = 60_000;

/** Maximum number of events handled together. Many events of one file cost one request. */
const MOST = 2_000;

export type EventsOfApp = { kind: StoredEvent['kind']; appId: string; events: StoredEvent[] };

/** Claims waiting events, grouped by app. */
export async function claimDriveEvents(on: Runner, now = new Date()): Promise<EventsOfApp[]> {
  const taken = await TAKE.all(on, { now, until: new Date(now.getTime() + LEASE), most: MOST });
  const apps = Map.groupBy(taken, ({ kind, appId }) => `${kind} ${appId}`);
  return [...apps.values()].flatMap((events) => {
    const [first] = events;
    return first ? [{ kind: first.kind, appId: first.appId, events }] : [];
  });
}

const idsOf = ({ kind, appId, events }: EventsOfApp) => ({
  kind,
  appId,
  eventIds: events.map(({ eventId }) => eventId),
});

export async function recordProcessed(on: Runner, of: EventsOfApp): Promise<void> {
  await HANDLED.run(on, { ...idsOf(of), now: new Date() });
}

export async function retryEventsAt(on: Runner, of: EventsOfApp, until: Date): Promise<void> {
  await PUT_OFF.run(on, { ...idsOf(of), until });
}
