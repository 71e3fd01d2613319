import { CourseArchive } from '@training/shared/courses/course-archive';
import { MEDIA_LIMITS } from '@training/shared/courses/media-limits';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('imports');

const MOST_BYTES = 64 * 1024 * 1024;

/** Name of the archive in a ZIP. */
const COURSE = 'course.json';

/** Bytes and entries of a directory, and bytes in which its end is looked for. */
const DIRECTORY = { bytes: 8 * 1024 * 1024, entries: 50_000, end: 65_557 };

/** An archive, and the media in its file by digest, as functions that read them when they are sent. */
export interface ParsedArchive {
  archive: CourseArchive;
  media: Map<string, () => Promise<Blob>>;
}

/**
 * Returns true if a file is a course archive, and false for a ZIP of something else, such as QTI. A file that can't be
 * read as a ZIP counts as an archive: `parseArchive` reads it as JSON, or says what is wrong.
 */
export async function isCourseArchive(file: File): Promise<boolean> {
  try {
    return (await entriesOf(file)).has(COURSE);
  } catch {
    return true;
  }
}

/** Reads an archive from JSON or a ZIP; a string says why it can't be imported. */
export async function parseArchive(file: File): Promise<ParsedArchive | string> {
  let json: unknown;
  let files = new Map<string, Entry>();
  try {
    const isZip = (await numbersIn(file, 0, 4)).getUint32(0) === 0x50_4b_03_04;
    if (isZip) files = await entriesOf(file);
    const course = isZip ? files.get(COURSE) : { size: file.size, read: async () => file };
    if (course === undefined) return t('notAnArchive');
    if (course.size > MOST_BYTES) return t('archiveTooLarge');
    json = JSON.parse(await (await course.read(MOST_BYTES)).text());
  } catch {
    return t('notAnArchive');
  }
  const { data, error } = CourseArchive.safeParse(json);
  if (data === undefined) {
    const [issue] = error.issues;
    if (issue === undefined || issue.path[0] === 'format' || issue.path.length === 0) return t('notAnArchive');
    return `${issue.path.join('.')}: ${issue.message}`;
  }
  const media = [...files].flatMap(([name, { read }]) => {
    const [, digest] = /^media\/([0-9a-f]{64})$/.exec(name) ?? [];
    return digest === undefined ? [] : [[digest, () => read(MEDIA_LIMITS.film)] as const];
  });
  return { archive: data, media: new Map(media) };
}

interface Entry {
  /** Length in bytes, as the directory says. */
  size: number;
  /** Reads the file. @throws if it is longer than `most` bytes */
  read: (most: number) => Promise<Blob>;
}

const numbersIn = async (file: Blob, start: number, end: number) =>
  new DataView(await file.slice(start, end).arrayBuffer());

/** Reads the directory of a ZIP, and none of its files. @throws if it is damaged */
async function entriesOf(file: File): Promise<Map<string, Entry>> {
  const tail = await numbersIn(file, Math.max(file.size - DIRECTORY.end, 0), file.size);
  let end = tail.byteLength - 22;
  while (tail.getUint32(end) !== 0x50_4b_05_06) end -= 1;
  const [count, bytes, start] = [
    tail.getUint16(end + 10, true),
    tail.getUint32(end + 12, true),
    tail.getUint32(end + 16, true),
  ];
  if (count > DIRECTORY.entries || bytes > DIRECTORY.bytes) throw new Error('too large');
  const directory = await numbersIn(file, start, start + bytes);
  const entries = new Map<string, Entry>();
  for (let n = 0, at = 0; n < count; n++) {
    const [name, extra, comment] = [28, 30, 32].map((place) => directory.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ];
    const method = directory.getUint16(at + 10, true);
    const [packed, size] = [directory.getUint32(at + 20, true), directory.getUint32(at + 24, true)];
    const local = directory.getUint32(at + 42, true);
    const spelled = new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, name));
    entries.set(spelled, { size, read: (most) => unpacked(file, { local, method, packed }, most) });
    at += 46 + name + extra + comment;
  }
  return entries;
}

interface Packed {
  local: number;
  method: number;
  packed: number;
}

async function unpacked(file: File, { local, method, packed }: Packed, most: number): Promise<Blob> {
  const head = await numbersIn(file, local, local + 30);
  const begins = local + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const data = file.slice(begins, begins + packed);
  let left = most;
  const limited = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      left -= piece.length;
      if (left < 0) controller.error(new Error('too large'));
      else controller.enqueue(piece);
    },
  });
  if (method === 0 && packed <= most) return data;
  if (method !== 8) throw new Error('packed in another way');
  const inflated = data.stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(inflated.pipeThrough(limited)).blob();
}

/** An item that names media, by its module and its place, from 1. */
export interface ArchiveMediaUsage {
  digest: string;
  module: string;
  kind: 'card' | 'question';
  number: number;
}

/** Returns the media that an archive names, in order. */
export function mediaUsagesOf({ modules }: CourseArchive): ArchiveMediaUsage[] {
  return modules.flatMap(({ title, flashcards, quiz }) =>
    [
      { kind: 'card' as const, items: flashcards },
      { kind: 'question' as const, items: quiz },
    ].flatMap(({ kind, items }) =>
      items.flatMap(({ media = [] }, index) =>
        media
          .flatMap(({ digest, captions }) => [digest, captions ?? digest])
          .map((digest) => ({ digest, module: title, kind, number: index + 1 })),
      ),
    ),
  );
}
