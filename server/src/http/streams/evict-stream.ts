/** Streams per session and instance: one for each visible window, and some spare. */
export const STREAMS_A_SESSION = 8;

type Occupant = { sessionId: string; person: string; workspaceId: string };

/** How an instance answers to another stream: whether there is room, and which one ends for it. */
export type StreamRoom<Open> = { isRoom: true; instead?: Open | undefined } | { isRoom: false };

/**
 * Decides whether a new stream is admitted (rules/bounds 8). While the instance is full, a user has one stream and a
 * workspace its share. A user without a stream replaces the second stream of another user of the same workspace. If the
 * workspace has less than its share, a stream of the workspace with the most streams may be replaced, too.
 * @param open The open streams, oldest first.
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

/** Returns the newest stream of a user who has another one. */
function newestSecond<Open extends Occupant>(streams: Open[]): Open | undefined {
  const people = new Set<string>();
  let second: Open | undefined;
  for (const stream of streams) {
    if (people.has(stream.person)) second = stream;
    people.add(stream.person);
  }
  return second;
}
