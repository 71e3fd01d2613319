import { z } from 'zod';
import type { TaskServices } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../database/statements/away.ts';
import { computePollDelayFromDuration, runEvery, type RepeatingTask } from '../../platform/concurrency/run-every.ts';
import {
  type EventConsumer,
  type SequencedEventRange,
  EVENT_BATCH_SIZE,
  sequenceAndDispatchEvents,
} from './assign-event-sequences.ts';

/** Milliseconds between checks for new events. */
const EVERY = 100;

/** Milliseconds before a workspace is retried after a failure. */
const RETRY = 5_000;

/** Skips from workspace to workspace in the index, so that the cost doesn't depend on the number of waiting events. */
const UNNUMBERED = defineStatement({
  name: 'workspaces-with-unnumbered-events',
  scope: 'cross_tenant',
  unprepared: true,
  row: z.strictObject({ id: z.string() }),
  sql: `
with recursive found as (
  (select workspace_id from outgoing_events where sequence is null order by workspace_id limit 1)
  union all
  select next.workspace_id from found cross join lateral (
    select workspace_id from outgoing_events where sequence is null and workspace_id > found.workspace_id
    order by workspace_id limit 1) next
)
select workspace_id as id from found where ${runsBackgroundWorkSql('workspace_id')}`,
});

type Dispatching = Pick<TaskServices, 'db' | 'stopping'> & {
  log: { warn(fields: object, message: string): void };
  consumers: readonly EventConsumer[];
  /** Called after events were numbered and committed by this instance. */
  dispatched?: (events: SequencedEventRange) => void;
};

/**
 * Numbers events shortly after they were committed and passes them to all consumers (rules/events 7), one batch per
 * workspace in turn. A workspace that fails doesn't delay the others.
 */
export function startEventDispatcher(services: Dispatching): RepeatingTask {
  const { db, log, stopping, consumers, dispatched } = services;
  /** Time at which each failed workspace is retried. */
  const failed = new Map<string, number>();

  /** Numbers a batch. Returns true if there may be more events. */
  async function number(workspaceId: string): Promise<boolean> {
    if ((failed.get(workspaceId) ?? 0) > performance.now()) return false;
    try {
      const events = await sequenceAndDispatchEvents(db, workspaceId, consumers);
      failed.delete(workspaceId);
      if (events) dispatched?.(events);
      return events !== undefined && events.last - events.first + 1 === EVENT_BATCH_SIZE;
    } catch (error) {
      if (!failed.has(workspaceId)) {
        log.warn({ err: error, workspace_id: workspaceId }, 'Couldn’t dispatch events; retrying');
      }
      failed.set(workspaceId, performance.now() + RETRY);
      return false;
    }
  }

  let pause = EVERY;
  const failure = 'Couldn’t read new events; retrying';
  return runEvery({ every: () => pause, stopping, log, failed: failure }, async () => {
    const began = performance.now();
    let waiting = (await UNNUMBERED.all(db.pool)).map(({ id }) => id);
    pause = computePollDelayFromDuration(began, EVERY);
    while (waiting.length > 0 && !stopping.aborted) {
      const more: string[] = [];
      for (const id of waiting) if (!stopping.aborted && (await number(id))) more.push(id);
      waiting = more;
    }
  });
}
