import { createHash } from 'node:crypto';
import { CompletionEvidenceDocument } from '@training/shared/evidence/evidence';
import { z } from 'zod';
import type { MediaContext } from '../../../core/context.ts';
import type { ZipEntry } from '../../../platform/zip.ts';
import { findMedia, streamMediaZipEntries } from '../../media/stored-media.ts';
import { type PackFiles, parsePackFile } from './bound-files.ts';
import type { Manifest } from './manifest.ts';

/** Bytes of media in one pack, because a pack is checked in memory. */
const MOST_BYTES = 1024 * 1024 * 1024;

const WithMedia = z.looseObject({
  media: z.array(z.looseObject({ digest: z.string(), captions: z.string().optional() })).optional(),
});

/** Returns the digests of the media that answered questions showed. */
export function mediaDigestsOfEvidence({ attempt }: CompletionEvidenceDocument): string[] {
  return (attempt?.answers ?? []).flatMap(({ question }) => {
    const { media = [] } = WithMedia.safeParse(question).data ?? {};
    return media.flatMap(({ digest, captions }) => (captions === undefined ? [digest] : [digest, captions]));
  });
}

/** Yields media as files of a pack, and notes those that are lost or have no room in it. */
export async function* streamPackMediaZipEntries(
  ctx: Pick<MediaContext, 'db' | 'storage' | 'workspace'>,
  digests: ReadonlySet<string>,
  leftOut: string[],
): AsyncGenerator<ZipEntry> {
  let room = MOST_BYTES;
  for (const digest of [...digests].toSorted()) {
    const bytes = (await findMedia(ctx, digest))?.bytes ?? Infinity;
    let isThere = false;
    for await (const entry of streamMediaZipEntries(ctx, bytes <= room ? [digest] : [])) {
      isThere = true;
      yield entry;
    }
    if (isThere) room -= bytes;
    else leftOut.push(digest);
  }
}

export const isMediaFile = (name: string): boolean => name.startsWith('media/');

/** Checks that a pack has the media of its questions, but for those that its manifest names, under their digests. */
export function verifyPackedMedia({ media_left_out: leftOut }: Manifest, files: PackFiles): string[] {
  const named = new Set<string>();
  for (const [name, file] of files) {
    // Another text is a problem that `verifyCompletions` names.
    const evidence = name.startsWith('evidence/') && parsePackFile(file, CompletionEvidenceDocument);
    for (const digest of evidence ? mediaDigestsOfEvidence(evidence) : []) named.add(digest);
  }
  const problems: string[] = [];
  for (const [name, file] of files) {
    if (!isMediaFile(name)) continue;
    const digest = name.slice('media/'.length);
    if (!named.has(digest)) problems.push(`${name} is of no question`);
    else if (createHash('sha256').update(file).digest('hex') !== digest) problems.push(`${name} has another digest`);
  }
  for (const digest of named) {
    if (!files.has(`media/${digest}`) && !leftOut.includes(digest)) problems.push(`media/${digest} is missing`);
  }
  return problems;
}
