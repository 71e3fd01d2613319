const MEBIBYTE = 1024 * 1024;

/** Sizes in bytes. A file is sent in pieces, which fit into memory. */
export const MEDIA_LIMITS = {
  piece: 3 * MEBIBYTE,
  picture: 20 * MEBIBYTE,
  sound: 50 * MEBIBYTE,
  film: 200 * MEBIBYTE,
  captions: MEBIBYTE,
  /** Media of one card or question. */
  ofItem: 20,
  /** Code points of an alternative text. */
  alt: 1_000,
} as const;
