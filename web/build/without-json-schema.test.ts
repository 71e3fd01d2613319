import { build } from 'vite';
import { expect, test } from 'vitest';
import { withoutJsonSchema } from './without-json-schema.ts';

const PAGE = `
  import { z } from 'zod';
  const Person = z.strictObject({ name: z.string().min(2), age: z.number().optional() });
  export const isTaken = (value) => Person.safeParse(value).success;
  export const validate = (value) => Person['~standard'].validate(value);
  export const shortest = Person.shape.name.minLength;
  export const written = () => Person.toJSONSchema();
`;

interface Page {
  isTaken: (value: unknown) => boolean;
  validate: (value: unknown) => { issues?: object[] };
  shortest: number;
  written: () => object;
}

async function bundleOf(source: string, plugins: ReturnType<typeof withoutJsonSchema>[]): Promise<string> {
  const entry = '\0page.js';
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      ...plugins,
      { name: 'page', resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? source : null) },
    ],
    build: { write: false, rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  });
  const [first] = Array.isArray(built) ? built : [built];
  if (first === undefined || !('output' in first)) throw new Error('one build has one output');
  return first.output.map((output) => (output.type === 'chunk' ? output.code : '')).join('\n');
}

test('a page checks what it is given as before, and has nothing that writes a JSON Schema', async () => {
  const [code, whole] = [await bundleOf(PAGE, [withoutJsonSchema()]), await bundleOf(PAGE, [])];
  expect(whole).toContain('unrepresentable');
  expect(code).not.toContain('unrepresentable');
  const page: Page = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  expect([page.isTaken({ name: 'Ana' }), page.isTaken({ name: 'A' }), page.isTaken({ nam: 'Ana' })]).toEqual([
    true,
    false,
    false,
  ]);
  expect(page.validate({ name: 'A' }).issues).toHaveLength(1);
  expect(page.shortest).toBe(2);
  expect(page.written).toThrow('The console has no JSON Schema');
});
