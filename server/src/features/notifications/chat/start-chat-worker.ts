import { startQueueWorker } from '../../../platform/queue/start-worker.ts';
import { runEvery, type RepeatingTask } from '../../../platform/concurrency/run-every.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../../database/statements/away.ts';
import { leaseIsFreeSql, RELEASE_LEASE_ASSIGNMENTS_SQL } from '../../../platform/queue/lease.ts';
import { sendDueMessages, type ChatWorkerServices } from './send-claimed-messages.ts';
import { CHAT_CHANNEL_QUEUE } from './claim-chat-channel.ts';

/** Milliseconds between checks for due messages. */
const EVERY = 300;

/** Milliseconds between checks for outdated messages. */
const LATE_EVERY = 60_000;

/** Channels that an instance sends to at once. */
const AT_ONCE = 16;

/** Batches that last longer wait for their service, which costs nothing but a request. */
const HANGING = { after: 1_000, most: 128 };

/**
 * Sends messages to the workspaces' chat channels, in every instance. One instance at a time sends to a channel, in
 * order and within the service's limits (rules/notifications 32).
 */
export function startChatWorker(services: ChatWorkerServices): RepeatingTask {
  const { db, log, stopping, lookEvery: pollInterval = EVERY } = services;
  const worker = startQueueWorker({
    queue: CHAT_CHANNEL_QUEUE.name,
    name: 'Sending to chat channels',
    slots: AT_ONCE,
    hanging: HANGING,
    pollInterval,
    claim: (free) => CHAT_CHANNEL_QUEUE.claim(db.pool, free),
    run: (channel) => sendDueMessages(services, channel),
    describe: ({ workspaceId }) => ({ workspace_id: workspaceId }),
    log,
    stopping,
  });
  const failed = 'Couldn’t end outdated chat messages; retrying';
  const ending = runEvery({ every: LATE_EVERY, stopping, log, failed }, () =>
    endUndeliverableChatMessages(db, new Date()),
  );
  return {
    async stop() {
      await Promise.all([worker.stop(), ending.stop()]);
    },
  };
}

/** Rows updated by one statement. */
const BATCH = 1_000;

/** Hours after which a message is outdated. One that is being sent isn't touched. */
const TOO_LATE = 6;

const END_LATE = defineStatement({
  name: 'end-late-chat-messages',
  scope: 'cross_tenant',
  unprepared: true,
  sql: `
with ended as materialized (
  select m.workspace_id, m.id, case when c.id is null then 'suppressed' else 'failed' end as state,
    case when c.id is null then 'chat_not_connected' else 'too_late' end as reason
  from notifications m
  left join chat_connections c on c.workspace_id = m.workspace_id and c.state <> 'untested'
  where m.channel = 'chat' and m.due_at <= :now and ${runsBackgroundWorkSql('m.workspace_id')} and (c.id is null
    or m.due_at < :now::timestamptz - interval '${TOO_LATE} hours'
      and (m.state = 'pending' or ${leaseIsFreeSql('c')}))
  order by m.workspace_id, m.due_at limit ${BATCH}
  for update of m skip locked
)
update notifications n set state = ended.state, reason = ended.reason, due_at = null, ${RELEASE_LEASE_ASSIGNMENTS_SQL}, finished_at = :now
from ended where n.workspace_id = ended.workspace_id and n.id = ended.id`,
});

/** Ends messages for a channel that no longer exists, and those that couldn't be sent for hours. */
export async function endUndeliverableChatMessages({ pool }: Database, now: Date): Promise<void> {
  while ((await END_LATE.run(pool, { now })) === BATCH);
}
