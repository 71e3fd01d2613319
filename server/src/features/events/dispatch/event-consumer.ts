import type { EntityManager } from '@mikro-orm/postgresql';

/** Events of a workspace that have been given their sequences together, from the first to the last without a gap. */
export type NumberedEvents = { workspaceId: string; first: number; last: number };

/**
 * Who makes something of events, such as deliveries: rows, by a statement over the range, in the transaction that
 * numbers them. So each event is followed once, and never without a trace. One that fails is called again with the same
 * events; until it succeeds, the workspace’s events wait.
 */
export type Follower = (em: EntityManager, events: NumberedEvents) => Promise<void>;
