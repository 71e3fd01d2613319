import { z } from 'zod';
import type { TaskServices } from '../../../context.ts';
import { defineStatement } from '../../../database/statement.ts';
import { repeatedly, type Repeated } from '../../../platform/run-every.ts';
import type { Follower, NumberedEvents } from './event-consumer.ts';
import { BATCH, numberEvents } from './assign-sequences.ts';

/** How often it looks for new events, in milliseconds. */
const EVERY = 100;

/**
 * A look passes what others have numbered since a transaction that is still open, such as a backup, until it finds
 * something new: what takes long is done less often, but every two seconds.
 */
const PAUSE_FOR_LOOK = 9;
const LONGEST_PAUSE = 2_000;

/** How long a workspace is left alone after a failure, in milliseconds. */
const RETRY = 5_000;

/** From each workspace to the next, so that it costs the same however many events wait. */
const UNNUMBERED = defineStatement({
  name: 'workspaces-with-unnumbered-events',
  scope: 'sweep',
  seldom: true,
  row: z.strictObject({ id: z.string() }),
  sql: `
with recursive found as (
  (select workspace_id from outgoing_events where sequence is null order by workspace_id limit 1)
  union all
  select next.workspace_id from found cross join lateral (
    select workspace_id from outgoing_events where sequence is null and workspace_id > found.workspace_id
    order by workspace_id limit 1) next
)
select workspace_id as id from found`,
});

export type Dispatching = Pick<TaskServices, 'db' | 'stopping'> & {
  log: { warn(fields: object, message: string): void };
  followers: readonly Follower[];
  /** Hears of what has been followed and committed here. */
  dispatched?: (events: NumberedEvents) => void;
};

/**
 * Numbers events shortly after they were committed, and hands them to all that follow (rules/events 7). Workspaces take
 * turns, a batch each; one that fails costs the others nothing.
 */
export function startEventDispatcher(services: Dispatching): Repeated {
  const { db, log, stopping, followers, dispatched } = services;
  /** When a workspace that failed is tried again. */
  const failed = new Map<string, number>();

  /** Answers whether there may be more. */
  async function number(workspaceId: string): Promise<boolean> {
    if ((failed.get(workspaceId) ?? 0) > performance.now()) return false;
    try {
      const events = await numberEvents(db, workspaceId, followers);
      failed.delete(workspaceId);
      if (events) dispatched?.(events);
      return events !== undefined && events.last - events.first + 1 === BATCH;
    } catch (error) {
      if (!failed.has(workspaceId)) {
        log.warn({ err: error, workspace_id: workspaceId }, 'Events cannot be handed on; tried again');
      }
      failed.set(workspaceId, performance.now() + RETRY);
      return false;
    }
  }

  let pause = EVERY;
  const failure = 'New events cannot be looked for; tried again';
  return repeatedly({ every: () => pause, stopping, log, failed: failure }, async () => {
    const began = performance.now();
    let waiting = (await UNNUMBERED.all(db.pool)).map(({ id }) => id);
    pause = Math.min(Math.max(EVERY, (performance.now() - began) * PAUSE_FOR_LOOK), LONGEST_PAUSE);
    while (waiting.length > 0 && !stopping.aborted) {
      const more: string[] = [];
      for (const id of waiting) if (!stopping.aborted && (await number(id))) more.push(id);
      waiting = more;
    }
  });
}
