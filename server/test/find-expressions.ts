import { runInNewContext } from 'node:vm';
import { parseSync, transformWithOxc, Visitor, type ESTree } from 'vite';
import { z } from 'zod';

const Made = z.object({ source: z.string(), flags: z.string() });

/** A regular expression of a file; `line` counts from 1. */
export type Expression = z.infer<typeof Made> & { line: number };

/**
 * Every regular expression that a file of TypeScript makes, as a literal or by `RegExp`.
 * @throws Error where one is made of what is no constant of the file: nobody can say how long that would take.
 */
export async function findExpressions(file: string, text: string): Promise<Expression[]> {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const lineOf = ({ start }: ESTree.Span) => text.slice(0, start).split('\n').length;
  const found: Expression[] = [];
  const made: ESTree.Span[] = [];
  const make = (node: ESTree.CallExpression | ESTree.NewExpression) => {
    if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') made.push(node);
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) found.push({ source: node.regex.pattern, flags: node.regex.flags, line: lineOf(node) });
    },
    CallExpression: make,
    NewExpression: make,
  }).visit(program);
  const constants = constantsOf(program, text);
  for (const node of made) {
    const line = lineOf(node);
    try {
      found.push({ ...(await valueOf(text.slice(node.start, node.end), constants)), line });
    } catch (error) {
      throw new Error(`${file}:${line}: make it a literal, or of constants of this file`, { cause: error });
    }
  }
  return found;
}

/** Returns the values of the file's own constants by their names, in the order of the file. */
function constantsOf({ body }: ESTree.Program, text: string): Map<string, string> {
  const constants = new Map<string, string>();
  for (const statement of body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type !== 'VariableDeclaration' || declared.kind !== 'const') continue;
    for (const { id, init } of declared.declarations) {
      if (id.type === 'Identifier' && init) constants.set(id.name, text.slice(init.start, init.end));
    }
  }
  return constants;
}

/** The expression that the code makes, with the constants that it uses and nothing else of its file. */
async function valueOf(making: string, constants: Map<string, string>): Promise<z.infer<typeof Made>> {
  const used = new Set<string>();
  const collect = (code: string) =>
    new Visitor({
      Identifier({ name }) {
        const value = constants.get(name);
        if (value === undefined || used.has(name)) return;
        used.add(name);
        collect(value);
      },
    }).visit(parseSync('used.ts', `(${code})`).program);
  collect(making);
  const needed = [...constants].filter(([name]) => used.has(name)).map(([name, value]) => `const ${name} = ${value};`);
  const { code } = await transformWithOxc(`${needed.join('\n')}\n(${making});`, 'made.ts', { sourcemap: false });
  return Made.parse(runInNewContext(code, {}, { timeout: 1_000 }));
}
