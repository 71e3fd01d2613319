import path from 'node:path';
import { type Plugin, parseAst } from 'vite';

const CONTRACT = `${path.resolve(import.meta.dirname, '../../shared/src')}${path.sep}`;

/**
 * Removes unused parts of the contract from the pages. A bundler keeps every top-level call, including `z.object(…)`,
 * because it may have side effects, and so every schema of an imported file. In the contract, constants have no side
 * effects (docs/decisions/058); code that has, such as `z.config`, is a statement. A file without such statements is
 * dropped if only its types, or nothing of it, are used.
 */
export function pureContract(): Plugin {
  return {
    name: 'pure-contract',
    apply: 'build',
    transform(code, id) {
      if (!id.startsWith(CONTRACT)) return null;
      return { code: withPureConstants(code), map: null, moduleSideEffects: hasEffect(code) };
    },
  };
}

/** Returns the code with each constant that is initialized by a call wrapped in a function marked as pure. */
export function withPureConstants(code: string): string {
  const made = parseAst(code)
    .body.map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? statement.declarations : []))
    .flatMap(({ init }) => (init === null || isPlain(init.type) ? [] : [init]));
  return made.reduceRight(
    (text, { start, end }) =>
      `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
    code,
  );
}

/** Returns true if the code has a statement that isn't a declaration. */
const hasEffect = (code: string) =>
  parseAst(code).body.some(({ type }) => !/^(?:Import|Export|TS|Function|Variable|Class)/.test(type));

/** Returns true for expressions without calls. A function doesn't run where it is defined. */
const isPlain = (type: string) => ['ArrowFunctionExpression', 'FunctionExpression', 'Literal'].includes(type);
