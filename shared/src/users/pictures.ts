import { z } from 'zod';
import { MediaDigest } from '../courses/media.ts';
import { Id } from '../primitives.ts';

/** Length in bytes of a picture that is sent. */
export const PICTURE_BYTES = 5 * 1024 * 1024;
/** Pixels of a side, once it is stored. */
export const PORTRAIT_SIDE = 256;
/** Media types of pictures that can be sent, told by their content. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** The picture of a person, by the SHA-256 of its bytes; null for none. */
export const ChooseOwnPicture = z.strictObject({ picture: MediaDigest.nullable() });
export type ChooseOwnPicture = z.infer<typeof ChooseOwnPicture>;

export const ChoosePicture = ChooseOwnPicture.extend({ user_id: Id });
export type ChoosePicture = z.infer<typeof ChoosePicture>;

/** A picture that was sent. One that nobody chooses is removed. */
export const UploadedPicture = z.strictObject({ picture: MediaDigest });
export type UploadedPicture = z.infer<typeof UploadedPicture>;
