import { entryHash, eventHash, GENESIS, type ChainedEvent } from '../../audit/chain/chain-hash.ts';
import { ChainLine } from '../../audit/chain/export-chain.ts';
import type { Manifest } from './manifest.ts';

const FILE = 'audit-log.jsonl';

export type FollowedLog = {
  /** How many entries follow one another from the first. */
  entries: number;
  /** The events that stand in it in full, in their order. */
  events: ChainedEvent[];
  /** The hash of each entry. */
  hashes: Set<string>;
  problems: string[];
};

/** Follows the audit log of a pack from its first entry to the head that the manifest names. */
export function followLog({ workspace, audit, scope }: Manifest, log: Uint8Array | undefined): FollowedLog {
  const followed: FollowedLog = { entries: 0, events: [], hashes: new Set(), problems: [] };
  const broken = (problem: string) => ({ ...followed, problems: [`${FILE}: ${problem}`] });
  const isWhole = scope.module_id === undefined && scope.user_id === undefined;
  let last = GENESIS;
  let create: ChainedEvent | undefined;
  for (const text of new TextDecoder().decode(log).split('\n')) {
    if (text === '') continue;
    const position = followed.entries + 1;
    const line = lineOf(text);
    if (!line) return broken(`line ${position} cannot be read`);
    const hasEvent = 'event' in line;
    // Only a pack of something has events that are about something else.
    if (!hasEvent && isWhole) return broken(`entry ${position} lacks its event`);
    last = entryHash(
      workspace.id,
      position,
      last,
      hasEvent ? eventHash(line.event) : Buffer.from(line.event_hash, 'hex'),
    );
    const hash = last.toString('hex');
    if (hasEvent && line.hash !== hash) return broken(`entry ${position} is not what it was`);
    followed.entries = position;
    followed.hashes.add(hash);
    if (!hasEvent) continue;
    followed.events.push(line.event);
    if (line.event.action === 'workspace.created' && line.event.subject.id === workspace.id) create ??= line.event;
  }
  const ends = followed.entries === 0 ? null : last.toString('hex');
  if (followed.entries !== audit.entries || ends !== audit.head)
    return broken('it does not end where the manifest says');
  const [first] = followed.events;
  if (!create || !first || Date.parse(create.at) - Date.parse(first.at) > 60_000) {
    return broken('it does not begin with the creation of the workspace');
  }
  return followed;
}

/** A line as it is written; null where it is another text, such as one in which a key stands twice. */
function lineOf(text: string): ChainLine | null {
  try {
    const line = ChainLine.parse(JSON.parse(text));
    return JSON.stringify(line) === text ? line : null;
  } catch {
    return null;
  }
}
