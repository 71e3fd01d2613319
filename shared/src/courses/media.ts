import { z } from 'zod';
import { contractMessage } from '#contract';
import { Count, Id, textSchema } from '../primitives.ts';
import { hasVisibleCharacter } from '../text.ts';
import type { FieldError } from '../problem.ts';
import { MEDIA_LIMITS } from './media-limits.ts';

/** SHA-256 of the bytes, in hex. */
export const MediaDigest = z.string().regex(/^[0-9a-f]{64}$/);

export const MediaKind = z.enum(['picture', 'sound', 'film', 'captions']);
export type MediaKind = z.infer<typeof MediaKind>;

const shown = {
  digest: MediaDigest,
  kind: MediaKind.exclude(['captions']),
  alt: textSchema(0, MEDIA_LIMITS.alt).describe(
    'What a picture shows, for those who don’t see it; the name of a sound or film.',
  ),
  decorative: z.literal(true).optional().describe('A picture that says nothing: screen readers skip it.'),
  captions: MediaDigest.optional().describe('The WebVTT file of a sound or film.'),
};

/** A picture, sound or film of a card. */
export const CardMedia = z.strictObject({ at: z.enum(['front', 'back']), ...shown });

/** A picture, sound or film of a question. `option` is the index of the option that it belongs to. */
export const QuestionMedia = z.strictObject({
  at: z.enum(['prompt', 'explanation', 'option']),
  option: z.int().min(0).max(9).optional(),
  ...shown,
});

/** The greatest coordinate in a picture: they are per mille of its width and height. */
export const MAX_PICTURE_COORDINATE = 1_000;
const coordinate = z.int().min(0).max(MAX_PICTURE_COORDINATE);
/** Smaller areas can't be tapped on a phone. */
const side = z.int().min(30).max(MAX_PICTURE_COORDINATE);

/** An area in a picture, in per mille of its sides from its top left corner. An ellipse fills its rectangle. */
export const PictureArea = z
  .strictObject({ shape: z.enum(['rectangle', 'ellipse']), x: coordinate, y: coordinate, width: side, height: side })
  .refine(({ x, y, width, height }) => x + width <= MAX_PICTURE_COORDINATE && y + height <= MAX_PICTURE_COORDINATE, {
    error: () => contractMessage('areaInPicture', { maximum: MAX_PICTURE_COORDINATE }),
  });
export type PictureArea = z.infer<typeof PictureArea>;

export const createMediaListSchema = <Media extends z.ZodType>(media: Media) =>
  z.array(media).max(MEDIA_LIMITS.ofItem).optional();

export type ItemMedia = z.infer<typeof CardMedia> | z.infer<typeof QuestionMedia>;
export type ItemMediaPlace = ItemMedia['at'];

/** Returns the problems of media that block the submission of their item. Captions may be missing. */
export function problemsOfMedia(media: readonly ItemMedia[] = [], options = 0): FieldError[] {
  return media.flatMap((each, index) => {
    const path = `media.${index}`;
    const problems: FieldError[] = [];
    const isSkipped = each.kind === 'picture' && each.decorative === true;
    if (!isSkipped && !hasVisibleCharacter(each.alt)) {
      const message = contractMessage(each.kind === 'picture' ? 'item.alternativeText' : 'item.mediaName');
      problems.push({ path: `${path}.alt`, code: 'incomplete', message });
    }
    if (each.at === 'option' && (each.option ?? options) >= options) {
      problems.push({ path: `${path}.option`, code: 'incomplete', message: contractMessage('item.mediaOption') });
    }
    return problems;
  });
}

/** Digests to look up; few, because they are in an address. */
export const FindMedia = z.strictObject({ digests: z.array(MediaDigest).max(20) });
export type FindMedia = z.infer<typeof FindMedia>;

/** Part of a file, sent before the file is added. */
export const UploadedFilePiece = z.strictObject({ id: Id, bytes: Count });
export type UploadedFilePiece = z.infer<typeof UploadedFilePiece>;

export const AddMedia = z.strictObject({
  pieces: z
    .array(Id)
    .min(1)
    .max(Math.ceil(MEDIA_LIMITS.film / MEDIA_LIMITS.piece))
    .describe('The pieces of the file, in order. All but the last one have 3 MiB.'),
  digest: MediaDigest.optional().describe(
    'The digest that the file must have, such as in an archive of a course. Its picture is not encoded anew, because another installation did.',
  ),
});
export type AddMedia = z.infer<typeof AddMedia>;

export const StoredMedia = z.strictObject({
  digest: MediaDigest,
  kind: MediaKind,
  media_type: z.string(),
  bytes: Count,
});
export type StoredMedia = z.infer<typeof StoredMedia>;
