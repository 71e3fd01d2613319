import { build } from 'vite';
import { expect, test } from 'vitest';
import { pureContract, withPureConstants } from './pure-contract.ts';

/** Returns the parts of the contract that remain in a bundle of the page `source`. */
async function bundleOf(source: string): Promise<string> {
  const entry = '\0page.js';
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      pureContract(),
      { name: 'page', resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? source : null) },
    ],
    build: { write: false, minify: false, rolldownOptions: { input: entry, external: ['zod'] } },
  });
  if (!('output' in built)) throw new Error('one build has one output');
  return built.output.map((output) => (output.type === 'chunk' ? output.code : '')).join('\n');
}

test('of the contract a page has the schemas that it uses, with their words, and no others', async () => {
  const code = await bundleOf(`import { Email } from '@training/shared/primitives'; console.log(Email);`);
  expect(code).toContain('Must be an e-mail address');
  expect(code).toContain('customError');
  expect(code).not.toContain('Must be a whole link');
});

test('functions and plain values stay as they are written', () => {
  expect(withPureConstants(`export const a = 1; const b = () => c(); z.config({});`)).toBe(
    `export const a = 1; const b = () => c(); z.config({});`,
  );
  expect(withPureConstants(`export const a = z.string().min(1), b = 2;`)).toBe(
    `export const a = /* @__PURE__ */ (() => (z.string().min(1)))(), b = 2;`,
  );
});
