import { DriveKind } from '@training/shared/drives';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statement.ts';

const DriveClaim = z.strictObject({
  workspaceId: z.uuid(),
  id: z.uuid(),
  kind: DriveKind,
  /** True if a push notification arrived since the last poll. */
  isRung: z.boolean(),
  askedAt: z.date(),
});
/** A connection while only we ask it for changes; it is ours for as long as nobody has asked it later. */
export type DriveClaim = z.infer<typeof DriveClaim>;

const DUE = `c.next_poll_at <= :now and coalesce(c.polling_until, '-infinity') <= :now
    and coalesce(c.paused_until, '-infinity') <= :now and c.state in ('connected', 'degraded')`;

/**
 * Claims due drives, round-robin by workspace: first the drive of each workspace that has waited longest, and no more
 * than the workspace may have polled at once. A notification that arrives from now on makes the drive due again.
 */
const TAKE = defineStatement({
  name: 'take-drives-to-ask',
  scope: 'sweep',
  row: DriveClaim,
  sql: `
with asked as (
  select workspace_id, count(*) as drives from drive_connections where polling_until > :now group by workspace_id
), waiting as (
  select c.workspace_id, c.id,
    coalesce(a.drives, 0) + row_number() over (partition by c.workspace_id order by c.next_poll_at) as place
  from drive_connections c left join asked a on a.workspace_id = c.workspace_id
  where ${DUE}
), due as materialized (
  select c.workspace_id, c.id, c.last_event_at > coalesce(c.last_polled_at, '-infinity') as is_rung
  from waiting w join drive_connections c on c.workspace_id = w.workspace_id and c.id = w.id
  where w.place <= :mostOfWorkspace
    -- Asked once more, of a row that has changed since, as where another instance has taken it.
    and ${DUE}
  order by w.place, c.next_poll_at limit :most
  for update of c skip locked
)
update drive_connections c set polling_until = :until, last_polled_at = :now,
  next_poll_at = :now::timestamptz
    + make_interval(secs => case c.kind when 'google' then :seconds::float8 else :listingSeconds::float8 end)
from due where c.workspace_id = due.workspace_id and c.id = due.id
returning c.workspace_id as "workspaceId", c.id, c.kind, coalesce(due.is_rung, false) as "isRung",
  c.last_polled_at as "askedAt"`,
});

const KEEP = defineStatement({
  name: 'keep-turn-of-drive',
  scope: 'tenant',
  sql: `
update drive_connections set polling_until = :until
where workspace_id = :workspaceId and id = :id and last_polled_at = :askedAt and polling_until is not null
  and state in ('connected', 'degraded')`,
});

const END = defineStatement({
  name: 'end-turn-of-drive',
  scope: 'tenant',
  sql: `
update drive_connections set polling_until = null, next_poll_at = least(next_poll_at, :nextAt::timestamptz)
where workspace_id = :workspaceId and id = :id and last_polled_at = :askedAt`,
});

/** Milliseconds a lease lasts unless it is renewed. Longer than any single response of a provider takes. */
const LASTS = 120_000;

/** Drives of one workspace polled at once. A drive that hangs doesn't block other workspaces. */
const MOST_OF_WORKSPACE = 2;

/**
 * Factor by which the poll interval grows for providers without a change log. Their folders are listed completely,
 * which takes many requests.
 */
const LISTED_LESS_OFTEN = 10;

/** Another instance has claimed the drive, or it was disconnected. */
export class DriveClaimLost extends Error {
  override readonly name = 'TurnLost';
}

/** Seconds between full listings of a drive whose provider has no change log. */
export const secondsBetweenListings = (pollSeconds: number): number => pollSeconds * LISTED_LESS_OFTEN;

/** Claims up to `most` drives that are due, round-robin by workspace. Others skip them until the lease ends. */
export function claimDueDrives(
  on: Runner,
  { most, seconds }: { most: number; seconds: number },
  now = new Date(),
): Promise<DriveClaim[]> {
  const until = new Date(now.getTime() + LASTS);
  return TAKE.all(on, {
    most,
    mostOfWorkspace: MOST_OF_WORKSPACE,
    now,
    until,
    seconds,
    listingSeconds: secondsBetweenListings(seconds),
  });
}

/**
 * Renews the lease, in the transaction that stores results, so that nothing is stored twice.
 * @throws TurnLost
 */
export async function renewDriveClaim(on: Runner, { workspaceId, id, askedAt }: DriveClaim): Promise<void> {
  const until = new Date(Date.now() + LASTS);
  if ((await KEEP.run(on, { workspaceId, id, askedAt, until })) === 0) throw new DriveClaimLost();
}

/** Ends the turn; the next one comes at the latest at `nextAt`, where that is said. */
export async function releaseDriveClaim(
  on: Runner,
  { workspaceId, id, askedAt }: DriveClaim,
  nextAt: Date | null,
): Promise<void> {
  await END.run(on, { workspaceId, id, askedAt, nextAt });
}
