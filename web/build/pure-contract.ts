import path from 'node:path';
import { type Plugin, parseAst } from 'vite';

const CONTRACT = `${path.resolve(import.meta.dirname, '../../shared/src')}${path.sep}`;

/**
 * Leaves out of the pages what they do not use of the contract. A bundler keeps each call that stands at the top of a
 * module, since it may do something: `z.object(…)` too, and with it every schema of a file of which one is wanted. In
 * the contract a constant does nothing but say what it is (docs/decisions/058), and what does something, as
 * `z.config`, is a statement.
 */
export function pureContract(): Plugin {
  return {
    name: 'pure-contract',
    apply: 'build',
    transform(code, id) {
      return id.startsWith(CONTRACT) ? { code: withPureConstants(code), map: null } : null;
    },
  };
}

/** JavaScript in which the value of each constant that is made by a call is made by a function that is marked as pure. */
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

/** What has nothing to be called in it. A function is not run where it is written. */
const isPlain = (type: string) => ['ArrowFunctionExpression', 'FunctionExpression', 'Literal'].includes(type);
