import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readSurface } from './surface.ts';

const file = path.join(import.meta.dirname, 'surface.json');

// `FREEZE=true npm test -- frozen` writes it anew.
// rules/values 8
test('names, schemas, states, commands and rules that callers rely on stay while the code is renamed', async () => {
  const surface = await readSurface();
  if (process.env['FREEZE'] === 'true') writeFileSync(file, `${JSON.stringify(surface, null, 2)}\n`);
  expect(surface).toEqual(JSON.parse(readFileSync(file, 'utf8')));
});
