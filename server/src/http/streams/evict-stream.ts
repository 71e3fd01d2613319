/** Streams of one session on an instance: one for each window that is looked at, and a few. */
export const STREAMS_A_SESSION = 8;

type Occupant = { sessionId: string; person: string; workspaceId: string };

/** How an instance answers to another stream: whether there is room, and which one ends for it. */
export type StreamRoom<Open> = { isRoom: true; instead?: Open | undefined } | { isRoom: false };

/**
 * Whether there is room for another stream (rules/bounds 8). While the instance is full, a person has one stream and a
 * workspace its share: who has none yet takes the place of a second one of somebody of their workspace or, while that
 * has less than its share, of one of the workspace that has most.
 * @param open The streams that are open, the oldest first.
 */
export function findEvictedStream<Open extends Occupant>(
  open: Open[],
  newcomer: Occupant,
  limit: number,
): StreamRoom<Open> {
  const ofSession = open.filter(({ sessionId }) => sessionId === newcomer.sessionId);
  if (ofSession.length >= STREAMS_A_SESSION) return { isRoom: false };
  if (open.length < limit) return { isRoom: true };
  if (open.some(({ person }) => person === newcomer.person)) return { isRoom: false };

  const byWorkspace = Map.groupBy(open, ({ workspaceId }) => workspaceId);
  const own = byWorkspace.get(newcomer.workspaceId) ?? [];
  const workspaces = byWorkspace.size + (own.length === 0 ? 1 : 0);
  const largest = [...byWorkspace.values()].reduce((most, each) => (each.length > most.length ? each : most), []);
  const others = own.length < limit / workspaces ? largest : [];
  const instead = newestSecond(own) ?? newestSecond(others) ?? others.at(-1);
  return instead ? { isRoom: true, instead } : { isRoom: false };
}

/** The newest stream of somebody who has another one. */
function newestSecond<Open extends Occupant>(streams: Open[]): Open | undefined {
  const people = new Set<string>();
  let second: Open | undefined;
  for (const stream of streams) {
    if (people.has(stream.person)) second = stream;
    people.add(stream.person);
  }
  return second;
}
