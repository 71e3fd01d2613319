import { z } from 'zod';
import { asSystem } from '../../../database/statements/guarded-writes.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { publish } from '../../../platform/live.ts';
import type { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import { driveCause } from './drive-cause.ts';
import { drivesTopic } from './drives-topic.ts';
import { needReconnecting } from './need-reconnecting.ts';
import type { DriveConnection, DriveServices } from './open-drive.ts';

type Noted = Pick<DriveConnection, 'workspaceId' | 'id' | 'version'>;

/** Seconds of pause after the first failure. Doubles with each further one, up to `LONGEST_PAUSE`. */
const FIRST_PAUSE = 5;
const LONGEST_PAUSE = 300;

/** Maximum random addition as a share of the pause, so that drives don't all retry at the same moment. */
const JITTER = 0.2;

/** Maximum pause in seconds that a provider can demand. */
export const MOST_ASKED = 3_600;

/**
 * Calls that fail during the same pause count as one failure. A provider that hasn't answered for five minutes is
 * marked `unavailable`; an exhausted quota only causes a pause.
 */
const PAUSE = defineStatement({
  name: 'pause-drive',
  scope: 'tenant',
  row: z.strictObject({ pausedUntil: z.date() }),
  sql: `
with before as materialized (
  select misses, coalesce(paused_until, '-infinity') as paused_until, coalesce(failing_since, :now) as failing_since
  from drive_connections
  where workspace_id = :workspaceId and id = :id and version = :version and state in ('connected', 'degraded')
  for no key update
), now_ as (
  select failing_since, paused_until > :now as in_pause, greatest(paused_until,
      :now::timestamptz + (1 + :chance::float8) * make_interval(secs => greatest(:asked::float8,
        case when paused_until > :now then 0 else least(${FIRST_PAUSE} * 2 ^ least(misses, 10), ${LONGEST_PAUSE}) end)))
      as paused_until,
    :unavailable::boolean and failing_since <= :now::timestamptz - interval '5 minutes' as is_long
  from before
)
update drive_connections d set failing_since = n.failing_since, paused_until = n.paused_until,
  misses = case when n.in_pause then d.misses else d.misses + 1 end,
  state = case when n.is_long then 'degraded' else d.state end,
  state_reason = case when n.is_long then 'unavailable'
    when not :unavailable and (d.state = 'connected' or d.state_reason = 'no_push') then 'quota'
    else d.state_reason end,
  state_at = case when n.is_long and d.state_reason is distinct from 'unavailable' then :now else d.state_at end,
  updated_at = :now
from now_ n where d.workspace_id = :workspaceId and d.id = :id
returning d.paused_until as "pausedUntil"`,
});

const HEAL = defineStatement({
  name: 'heal-drive',
  scope: 'tenant',
  sql: `
update drive_connections set failing_since = null, misses = 0, paused_until = null, updated_at = :now,
  state = case when state_reason in ('unavailable', 'quota') and push <> 'none' then 'connected' else state end,
  state_reason = case when state_reason in ('unavailable', 'quota') then case when push = 'none' then 'no_push' end
    else state_reason end,
  state_at = case when state_reason = 'unavailable' then :now else state_at end
where workspace_id = :workspaceId and id = :id and version = :version and state in ('connected', 'degraded')
  and failing_since is not null`,
});

/**
 * Records that a whole drive failed, and returns when to retry. Failures of a single file are not recorded. Lost access
 * is reported once (rules/drives 2).
 */
export function noteFailure(
  { db }: Pick<DriveServices, 'db'>,
  { workspaceId, id, version }: Noted,
  { outcome, retryAfter = 0 }: Pick<DriveFailure, 'outcome' | 'retryAfter'>,
): Promise<Date> {
  const now = new Date();
  return asSystem(async () => {
    if (outcome === 'access_lost') {
      await db.em
        .fork()
        .transactional((em) => needReconnecting(em, driveCause(workspaceId, now), { id, version }, 'access_lost'));
      return now;
    }
    if (outcome !== 'quota' && outcome !== 'unavailable') return now;
    const paused = await PAUSE.first(db.pool, {
      workspaceId,
      id,
      version,
      now,
      asked: Math.min(retryAfter, MOST_ASKED),
      chance: Math.random() * JITTER,
      unavailable: outcome === 'unavailable',
    });
    if (!paused) return now;
    await publish(db.pool, drivesTopic(workspaceId));
    return paused.pausedUntil;
  });
}

/** Records that a drive answered, and ends its failure state. Costs nothing if there was none. */
export async function noteSuccess(
  { db }: Pick<DriveServices, 'db'>,
  { workspaceId, id, version, failingSince }: Noted & Pick<DriveConnection, 'failingSince'>,
): Promise<void> {
  if (failingSince === null) return;
  await asSystem(async () => {
    const healed = await HEAL.run(db.pool, { workspaceId, id, version, now: new Date() });
    if (healed > 0) await publish(db.pool, drivesTopic(workspaceId));
  });
}
