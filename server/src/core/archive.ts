import { FairSemaphore } from '../platform/concurrency/fair-semaphore.ts';
import { streamZipArchive, type ZipEntry } from '../platform/zip.ts';
import type { Context } from './context.ts';
import { AppError } from './errors.ts';

type Of = Pick<Context, 'workspace' | 'now'>;
type Entries = () => AsyncIterable<ZipEntry>;

/** Archives of evidence and of persons that an instance creates at a time, one for each workspace. */
const RECORDS = new FairSemaphore({ slots: 2, share: 1, waiting: 0 });
/** Those of courses, which don't take the slots of evidence. */
const COURSES = new FairSemaphore({ slots: 4, share: 2, waiting: 0 });
/** Maximum times for downloading one, in milliseconds, because others wait for its slot. */
const READ_WITHIN = { records: 30 * 60_000, course: 15 * 60_000 };

/**
 * Returns entries as a ZIP that is created while it is read. It takes its slot before it returns, and not when the
 * reading begins.
 * @param readWithin In milliseconds. A slower download breaks off, which leaves a file that can't be opened.
 * @throws AppError `busy`
 */
export const createZipArchive = (ctx: Of, entries: Entries, readWithin = READ_WITHIN.records) =>
  create(RECORDS, ctx, entries, readWithin);

/** Returns the content of a course as `createZipArchive` does. @throws AppError `busy` */
export const createCourseArchive = (ctx: Of, entries: Entries, readWithin = READ_WITHIN.course) =>
  create(COURSES, ctx, entries, readWithin);

async function create(
  slots: FairSemaphore,
  { workspace, now }: Of,
  entries: Entries,
  readWithin: number,
): Promise<AsyncGenerator<Uint8Array>> {
  const archive = pieces(slots, workspace.id, entries, now, readWithin);
  await archive.next();
  return archive;
}

async function* pieces(
  slots: FairSemaphore,
  workspaceId: string,
  entries: Entries,
  now: Date,
  readWithin: number,
): AsyncGenerator<Uint8Array> {
  const release = await slotOf(slots, workspaceId);
  const until = performance.now() + readWithin;
  try {
    yield new Uint8Array(0);
    for await (const piece of streamZipArchive(entries(), now)) {
      yield piece;
      if (performance.now() > until) {
        throw new AppError('busy', 'The archive was downloaded too slowly. Try again with a faster connection.');
      }
    }
  } finally {
    release();
  }
}

async function slotOf(slots: FairSemaphore, workspaceId: string) {
  try {
    return await slots.take(workspaceId);
  } catch {
    throw new AppError('busy', 'Another archive is being created. Try again in a minute.', {
      headers: { 'retry-after': '60' },
    });
  }
}
