import { z } from 'zod';
import { MediaDigest } from '../courses/media.ts';
import { Id } from '../primitives.ts';

/** The maximum size of a sent picture in bytes. */
export const MAX_PERSON_PICTURE_BYTES = 5 * 1024 * 1024;
/** The width and height of a stored picture in pixels. */
export const PERSON_PICTURE_SIDE_PIXELS = 256;
/** The media types of pictures that can be sent, detected from their content. */
export const PERSON_PICTURE_MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** The picture of a person, by the SHA-256 of its bytes; null for none. */
export const ChooseOwnPersonPicture = z.strictObject({ picture: MediaDigest.nullable() });
export type ChooseOwnPersonPicture = z.infer<typeof ChooseOwnPersonPicture>;

export const ChoosePersonPicture = ChooseOwnPersonPicture.extend({ user_id: Id });
export type ChoosePersonPicture = z.infer<typeof ChoosePersonPicture>;

/** An uploaded picture. It is deleted unless somebody chooses it. */
export const UploadedPersonPicture = z.strictObject({ picture: MediaDigest });
export type UploadedPersonPicture = z.infer<typeof UploadedPersonPicture>;
