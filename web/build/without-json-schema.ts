import { type Plugin, parseAst } from 'vite';

/** The two zod modules that generate JSON Schemas. Every schema refers to them. */
const WRITERS = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;

/**
 * Removes the JSON Schema generators of zod from the pages. They come with each schema, though only the server uses
 * them (docs/decisions/058). Calling one in the console throws an error.
 */
export function withoutJsonSchema(): Plugin {
  let left = 0;
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!WRITERS.test(id)) return null;
      const writers = writersIn(code);
      left += writers.length;
      return { code: writers.reduceRight(withoutOne, code), map: null };
    },
    buildEnd(error) {
      if (error === undefined && left === 0)
        this.error('zod writes its JSON Schema elsewhere now (without-json-schema.ts)');
    },
  };
}

/**
 * Returns the generator functions, which are constants. The schemas themselves need the other exports of these modules.
 */
const writersIn = (code: string) =>
  parseAst(code)
    .body.map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : null))
    .flatMap((declared) => (declared?.type === 'VariableDeclaration' ? declared.declarations : []))
    .flatMap(({ init }) => (init?.type === 'ArrowFunctionExpression' ? [init] : []));

/** The replacement is still a function, because schemas take it when they are created. */
const ABSENT = `() => () => { throw new Error('The console has no JSON Schema') }`;

const withoutOne = (code: string, { start, end }: { start: number; end: number }) =>
  `${code.slice(0, start)}${ABSENT}${code.slice(end)}`;
