import type { Channels } from './channels.ts';
import { GoogleError, invalid, noMember } from './google-error.ts';
import type { Asked, Answered } from './methods.ts';
import { changeResource } from './resources.ts';

/** The id by which the account's own list can be made to fail. */
export const OWN_LOG = '';

/** A shared drive's list, for its members; the account's own otherwise. */
function logOf({ world, email, query, switches }: Asked): string | null {
  const driveId = query.get('driveId');
  const failing = switches.failing.get(driveId ?? OWN_LOG);
  const headers: Record<string, string> =
    switches.retryAfter === undefined ? {} : { 'retry-after': String(switches.retryAfter) };
  if (failing?.of === 'log') throw new GoogleError(failing.status, failing.reason, 'It always fails', { headers });
  if (driveId === null) return null;
  if (query.get('supportsAllDrives') !== 'true') throw invalid('supportsAllDrives');
  if (!world.drives.get(driveId)?.members.has(email)) throw noMember(driveId, switches.strangers);
  return driveId;
}

export function startPageToken(asked: Asked): Answered {
  logOf(asked);
  return { body: { kind: 'drive#startPageToken', startPageToken: String(asked.world.lists.latest) } };
}

export function listChanges(asked: Asked): Answered {
  const { world, email, query, switches } = asked;
  const driveId = logOf(asked);
  const all = query.get('includeItemsFromAllDrives') === 'true';
  if (driveId !== null && !all) throw invalid('includeItemsFromAllDrives');
  const seq = placeOf(asked);
  const size = Math.min(Number(query.get('pageSize') ?? 100), switches.pageSize ?? Infinity);
  const changed = world
    .changesSince(seq, email, driveId)
    .filter(({ file }) => all || file === undefined || file.driveId === null)
    .filter(({ file }) => query.get('includeRemoved') !== 'false' || file !== undefined);
  const page = changed.slice(0, size);
  const last = page.at(-1);
  const place =
    changed.length > size && last
      ? { nextPageToken: String(last.seq) }
      : { newStartPageToken: String(world.lists.latest) };
  return {
    body: {
      kind: 'drive#changeList',
      ...place,
      changes: page.map((change) => changeResource(world, email, change)),
    },
  };
}

export function watchChanges(asked: Asked, channels: Channels, resourceUri: string): Answered {
  logOf(asked);
  placeOf(asked);
  return channels.watch(asked, resourceUri);
}

function placeOf({ world, query, switches }: Asked): number {
  const token = query.get('pageToken') ?? '';
  if (/^\d{1,15}$/.test(token) && world.lists.knows(Number(token))) return Number(token);
  if (switches.cursorStatus === 400) throw invalid('pageToken');
  throw new GoogleError(
    switches.cursorStatus,
    switches.cursorStatus === 410 ? 'gone' : 'notFound',
    'Unknown pageToken',
  );
}
