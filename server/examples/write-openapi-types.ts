// Writes server/examples/openapi-types.ts: what openapi-typescript makes of server/openapi.json, and nothing else.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

export const TYPES_FILE = path.join(import.meta.dirname, 'openapi-types.ts');

export async function openApiTypes(): Promise<string> {
  const document = new URL('../openapi.json', import.meta.url);
  const types = astToString(await openapiTS(document, { alphabetize: false, exportType: true }));
  return `// Made by write-openapi-types.ts from openapi.json; a test says when it is out of date.\n// One file, however long: it is what its maker writes.\n${types}`;
}

if (import.meta.main) writeFileSync(TYPES_FILE, await openApiTypes());
