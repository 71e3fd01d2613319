import { type Plugin, parseAst } from 'vite';

/** zod's two modules that write a JSON Schema of a schema: every schema refers to them. */
const WRITERS = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;

/**
 * Leaves out of the pages what writes a JSON Schema of one of zod's: it comes with each schema, though only the server
 * writes any (docs/decisions/050). Whoever asks for one in the console gets an error.
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

/** They are constants; what else these modules have is asked for by the schemas themselves. */
const writersIn = (code: string) =>
  parseAst(code)
    .body.map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : null))
    .flatMap((declared) => (declared?.type === 'VariableDeclaration' ? declared.declarations : []))
    .flatMap(({ init }) => (init?.type === 'ArrowFunctionExpression' ? [init] : []));

/** What a schema takes from them when it is made is a function still. */
const ABSENT = `() => () => { throw new Error('The console has no JSON Schema') }`;

const withoutOne = (code: string, { start, end }: { start: number; end: number }) =>
  `${code.slice(0, start)}${ABSENT}${code.slice(end)}`;
