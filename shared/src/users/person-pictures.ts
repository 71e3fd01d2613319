import { z } from 'zod';
import { MediaDigest } from '../courses/media.ts';
import { Id } from '../primitives.ts';

/** Length in bytes of a picture that is sent. */
export const MAX_PERSON_PICTURE_BYTES = 5 * 1024 * 1024;
/** Pixels of a side, once it is stored. */
export const PERSON_PICTURE_SIDE_PIXELS = 256;
/** Media types of pictures that can be sent, told by their content. */
export const PERSON_PICTURE_MEDIA_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** The picture of a person, by the SHA-256 of its bytes; null for none. */
export const ChooseOwnPersonPicture = z.strictObject({ picture: MediaDigest.nullable() });
export type ChooseOwnPersonPicture = z.infer<typeof ChooseOwnPersonPicture>;

export const ChoosePersonPicture = ChooseOwnPersonPicture.extend({ user_id: Id });
export type ChoosePersonPicture = z.infer<typeof ChoosePersonPicture>;

/** A picture that was sent. One that nobody chooses is removed. */
export const UploadedPersonPicture = z.strictObject({ picture: MediaDigest });
export type UploadedPersonPicture = z.infer<typeof UploadedPersonPicture>;
