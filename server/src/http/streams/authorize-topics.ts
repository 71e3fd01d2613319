import { parseLiveTopic, type LiveTopic, type LiveTopicKind } from '@training/shared/live';
import { permissionReachOf, type Permission } from '@training/shared/permissions';
import { findMembersOfSignIns } from '../../auth/sessions/memberships.ts';
import { filterOpenSessions } from '../../auth/sessions/find-session.ts';
import type { ActingPerson, VisibilityById } from '../../core/context.ts';
import type { Database } from '../../database/database.ts';
import type { StatementRunner } from '../../database/statements/statement.ts';
import type { EventStream } from './event-stream.ts';

/** Rights needed to follow the topics of one kind. */
export type RequiredTopicRights = {
  permission: Permission;
  /** Returns who may see each of the objects that topics of this kind name; absent if the permission is enough. */
  visibilityOf?: (on: StatementRunner, workspaceId: string, ids: string[]) => Promise<VisibilityById>;
};

/**
 * Returns for each stream a function that tells which topics it may be notified of. Streams whose session or membership
 * has ended are missing. Runs one statement for all sessions, one for the users, and one for each kind of object.
 */
export async function authorizeTopicsByStream(
  { pool }: Database,
  workspaceId: string,
  concerned: Map<EventStream, LiveTopic[]>,
  kinds: Record<LiveTopicKind, RequiredTopicRights>,
): Promise<Map<EventStream, (topic: LiveTopic) => boolean>> {
  const sessionIds = new Set([...concerned.keys()].map(({ opener }) => opener.sessionId));
  const sessions = await filterOpenSessions(pool, [...sessionIds]);
  const members = await findMembersOfSignIns(pool, workspaceId, sessions);
  const people = new Map([...members].map(([{ id }, person]) => [id, person]));
  const things = await lookAtThings(pool, workspaceId, new Set([...concerned.values()].flat()), kinds);
  const maySee = (person: ActingPerson, topic: LiveTopic) => {
    const { kind, id } = parseLiveTopic(topic);
    const reach = permissionReachOf(person.role, kinds[kind].permission);
    if (reach === undefined) return false;
    return id === undefined || (things.get(kind)?.get(id)?.({ actor: person, reach }) ?? false);
  };
  const hearers = new Map<EventStream, (topic: LiveTopic) => boolean>();
  for (const stream of concerned.keys()) {
    const person = people.get(stream.opener.sessionId);
    if (person) hearers.set(stream, (topic) => maySee(person, topic));
  }
  return hearers;
}

/** Loads the visibility of the objects that the topics name, by kind and id. */
async function lookAtThings(
  on: StatementRunner,
  workspaceId: string,
  topics: Set<LiveTopic>,
  kinds: Record<LiveTopicKind, RequiredTopicRights>,
): Promise<Map<LiveTopicKind, VisibilityById>> {
  const named = Map.groupBy([...topics].map(parseLiveTopic), ({ kind }) => kind);
  const things = new Map<LiveTopicKind, VisibilityById>();
  for (const [kind, parts] of named) {
    const ids = parts.flatMap(({ id }) => id ?? []);
    const seen = await kinds[kind].visibilityOf?.(on, workspaceId, ids);
    if (seen) things.set(kind, seen);
  }
  return things;
}
