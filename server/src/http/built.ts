import path from 'node:path';

/** The folder that `scripts/web-build.ts` makes. */
export const BUILT = path.resolve(import.meta.dirname, '../../../web/dist');

/** In it, what the API reference loads. */
export const REFERENCE = 'reference';
