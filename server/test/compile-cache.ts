import path from 'node:path';

/**
 * For each program that a test starts: compiling is most of what a start takes. `npm start` keeps it in the same
 * folder.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../node_modules/.cache/node'),
};
