import { zipped, type ZipEntry } from '../platform/zip.ts';
import type { Context } from './context.ts';
import { AppError } from './errors.ts';

/** Maximum number of archives that an instance creates at a time, one for each workspace. */
const MOST_AT_ONCE = 2;
/** Maximum time for downloading one, in milliseconds, because others wait for its place. */
const READ_WITHIN = 30 * 60_000;
const underWay = new Set<string>();

/**
 * Returns entries as a ZIP that is created while it is read. It takes its place before it returns, and not when the
 * reading begins.
 * @param readWithin In milliseconds. A slower download breaks off, which leaves a file that can't be opened.
 * @throws AppError `busy`
 */
export async function createArchive(
  { workspace, now }: Pick<Context, 'workspace' | 'now'>,
  entries: () => AsyncIterable<ZipEntry>,
  readWithin = READ_WITHIN,
): Promise<AsyncGenerator<Uint8Array>> {
  if (underWay.has(workspace.id) || underWay.size >= MOST_AT_ONCE) {
    throw new AppError('busy', 'Another archive is being created. Try again in a minute.', {
      headers: { 'retry-after': '60' },
    });
  }
  const archive = pieces(workspace.id, entries, now, readWithin);
  await archive.next();
  return archive;
}

async function* pieces(
  workspaceId: string,
  entries: () => AsyncIterable<ZipEntry>,
  now: Date,
  readWithin: number,
): AsyncGenerator<Uint8Array> {
  underWay.add(workspaceId);
  const until = performance.now() + readWithin;
  try {
    yield new Uint8Array(0);
    for await (const piece of zipped(entries(), now)) {
      yield piece;
      if (performance.now() > until) {
        throw new AppError('busy', 'The archive was downloaded too slowly. Try again with a faster connection.');
      }
    }
  } finally {
    underWay.delete(workspaceId);
  }
}
