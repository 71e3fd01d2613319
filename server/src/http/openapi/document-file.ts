import path from 'node:path';
import { openApiDocument } from './document.ts';

/** The committed document. */
export const OPENAPI_FILE = path.resolve(import.meta.dirname, '../../../openapi.json');

/** The document as the file holds it. */
export function openApiText(): string {
  return `${JSON.stringify(openApiDocument(), withoutBareBounds, 2)}\n`;
}

/** Leaves out the bounds of a whole number that JavaScript sets and nobody chose. */
function withoutBareBounds(key: string, value: unknown): unknown {
  const isBound = (key === 'minimum' || key === 'maximum') && typeof value === 'number';
  return isBound && Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value;
}
