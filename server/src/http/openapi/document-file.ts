import path from 'node:path';
import { openApiDocument, type DocumentedRouter } from './openapi-document.ts';

/** Path of the committed OpenAPI document. */
export const OPENAPI_FILE = path.resolve(import.meta.dirname, '../../../openapi.json');

/** Returns the OpenAPI document formatted like the committed file. */
export function openApiText(router: DocumentedRouter): string {
  return `${JSON.stringify(openApiDocument(router), withoutBareBounds, 2)}\n`;
}

/** Omits the default bounds of safe integers, which no schema sets deliberately. */
function withoutBareBounds(key: string, value: unknown): unknown {
  const isBound = (key === 'minimum' || key === 'maximum') && typeof value === 'number';
  return isBound && Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value;
}
