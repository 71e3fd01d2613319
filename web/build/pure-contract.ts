import path from 'node:path';
import { type Plugin, parseAst } from 'vite';

const CONTRACT = `${path.resolve(import.meta.dirname, '../../shared/src')}${path.sep}`;

/**
 * Leaves out of the pages what they do not use of the contract. A bundler keeps each call that stands at the top of a
 * module, since it may do something: `z.object(…)` too, and with it every schema of a file of which one is wanted. In
 * the contract a constant does nothing but say what it is (docs/decisions/050), and what does something, as
 * `z.config`, is a statement. A file without one is left out where only its types are wanted, or nothing of it.
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

/**
 * JavaScript in which the value of each constant that is made by a call is made by a function that is marked as pure.
 */
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

/** Whether it has a statement that is no declaration. */
const hasEffect = (code: string) =>
  parseAst(code).body.some(({ type }) => !/^(?:Import|Export|TS|Function|Variable|Class)/.test(type));

/** What has nothing to be called in it. A function is not run where it is written. */
const isPlain = (type: string) => ['ArrowFunctionExpression', 'FunctionExpression', 'Literal'].includes(type);
