import type { CourseArchive } from '@training/shared/courses/course-archive';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import type { TrpcClient } from '../../../lib/api/send-pieces.ts';
import { uploadMedia } from '../../../lib/upload-media.ts';
import type { ParsedImportFile } from './import-preview.ts';
import { mediaUsagesOf, type ParsedArchive } from './parse-archive.ts';

/** Digests that are looked up in one request. */
const AT_ONCE = 20;

/** Returns the digests of an archive that the workspace lacks. */
async function missingOf(client: TrpcClient, archive: CourseArchive): Promise<string[]> {
  const digests = [...new Set(mediaUsagesOf(archive).map(({ digest }) => digest))];
  const parts = Array.from({ length: Math.ceil(digests.length / AT_ONCE) }, (_, n) =>
    client.media.missing.query({ digests: digests.slice(n * AT_ONCE, (n + 1) * AT_ONCE) }),
  );
  return (await Promise.all(parts)).flatMap((part) => part.digests);
}

/**
 * Returns an archive as a file to import, and lists the media that neither it nor the workspace has; a string says why
 * that failed.
 */
export async function convertArchiveToImportFile(
  client: TrpcClient,
  { archive, media }: ParsedArchive,
): Promise<ParsedImportFile | string> {
  try {
    const missing = new Set(await missingOf(client, archive));
    const lost = mediaUsagesOf(archive).filter(({ digest }) => missing.has(digest) && !media.has(digest));
    return { archive, rows: [], ignored: [], from: 'archive', media, lost };
  } catch (error) {
    return toDisplayableProblem(error).detail;
  }
}

/** Sends the media of a file that the workspace lacks, and reports the share that has arrived. */
export async function uploadMissingMedia(
  client: TrpcClient,
  { archive, media }: ParsedImportFile,
  onProgress: (share: number) => void,
): Promise<void> {
  if (!media) return;
  const missing = await missingOf(client, archive);
  for (const [n, digest] of missing.entries()) {
    const file = new File([(await media.get(digest)?.()) ?? ''], digest, { lastModified: 0 });
    await uploadMedia(client, file, (share) => onProgress((n + share) / missing.length), digest);
  }
}
