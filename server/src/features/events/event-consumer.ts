import type { EntityManager } from '@mikro-orm/postgresql';

/** A range of events of a workspace that were numbered together, without gaps. */
export type SequencedEvents = { workspaceId: string; first: number; last: number };

/**
 * Derives rows from events, such as deliveries, with one statement over the range, in the transaction that numbers
 * them. So each event is processed exactly once. If a consumer fails, it is called again with the same events; until it
 * succeeds, the workspace’s events wait.
 */
export type EventConsumer = (em: EntityManager, events: SequencedEvents) => Promise<void>;
