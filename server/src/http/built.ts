import path from 'node:path';

/** Output folder of `scripts/web-build.ts`. */
export const BUILT = path.resolve(import.meta.dirname, '../../../web/dist');

/** Subfolder with the assets of the API reference. */
export const REFERENCE = 'reference';
