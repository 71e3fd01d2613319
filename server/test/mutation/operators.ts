import { parseAst } from 'vitest/node';
import { mutateSql } from './sql-operators.ts';
import { children, isNode, type Node } from './syntax.ts';

/** One small change of one file that a test should notice. */
export type Mutant = { operator: string; start: number; end: number; replacement: string };

const COMPARISONS: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
};

const PERMISSION = /^[a-z_]+:[a-z_]+$/;

/** All mutants of a source text, by the syntax alone. What is wrong TypeScript afterwards is none, so types stay. */
export function mutantsOf(source: string, { tables }: { tables: boolean }): Mutant[] {
  const mutants: Mutant[] = [];
  const text = ({ start, end }: Node) => source.slice(start, end);
  const add = (operator: string, { start, end }: Node, replacement: string) =>
    void mutants.push({ operator, start, end, replacement });

  // Parentheses lie between the operands and belong to neither.
  const flip = ({ start, end }: Pick<Mutant, 'start' | 'end'>, other: string) =>
    source.slice(start, end).replace(/[!=<>]+/, other);

  const visit = (node: Node, parent: Node | undefined): void => {
    if (node.type.startsWith('TS') && !WITH_VALUES.has(node.type)) return;
    if (node.type === 'ImportDeclaration') return;
    const { left, right, test, argument, expression, value } = node;
    switch (node.type) {
      case 'BinaryExpression': {
        const other = COMPARISONS[String(node['operator'])];
        if (other && isNode(left) && isNode(right)) {
          const between = { start: left.end, end: right.start };
          mutants.push({ operator: 'flip a comparison', ...between, replacement: flip(between, other) });
        }
        break;
      }
      case 'LogicalExpression':
        if (node['operator'] !== '??' && isNode(left) && isNode(right)) {
          add('drop a condition', node, `(${text(left)})`);
          add('drop a condition', node, `(${text(right)})`);
        }
        break;
      case 'UnaryExpression':
        if (node['operator'] === '!' && isNode(argument)) add('drop a negation', node, `!!(${text(argument)})`);
        break;
      case 'IfStatement':
        if (isNode(test)) add('drop a guard', test, 'false');
        break;
      case 'ConditionalExpression':
        if (isNode(test)) add('swap a choice', test, `!(${text(test)})`);
        break;
      case 'ExpressionStatement':
        if (isNode(expression) && isCall(expression)) add('drop a call', node, ';');
        break;
      case 'SpreadElement':
        if (isNode(argument) && parent?.type === 'ObjectExpression') add('drop what is spread', node, '...{}');
        break;
      case 'Property':
        if (isNode(value) && /lockMode/.test(text(node))) add('drop a lock', node, '...{}');
        else if (tables && isNode(value) && value.type === 'Literal' && value['value'] === true) {
          add('drop a mark', node, '...{}');
        }
        break;
      case 'ArrayExpression':
        for (const element of tables ? children(node) : []) {
          if (element.type === 'Literal') add('drop an entry', element, '...[]');
        }
        break;
      case 'Literal':
        addLiteral(node, parent);
        break;
      case 'TemplateElement':
        addSql(node);
        break;
    }
    for (const child of children(node)) visit(child, node);
  };

  const addLiteral = (node: Node, parent: Node | undefined): void => {
    const { value } = node;
    if (typeof value === 'boolean') add('flip a boolean', node, String(!value));
    else if (typeof value === 'number') add('change a number by one', node, String(value + 1));
    else if (typeof value !== 'string') return;
    else if (PERMISSION.test(value) && parent?.type === 'CallExpression') {
      add('ask another permission', node, `'${value === 'users:read' ? 'catalog:read' : 'users:read'}'`);
    } else addSql(node);
  };

  const addSql = (node: Node): void => {
    for (const { operator, at, length, replacement } of mutateSql(text(node))) {
      const start = node.start + at;
      mutants.push({ operator, start, end: start + length, replacement });
    }
  };

  for (const node of children(parseAst(source, { lang: 'ts' }))) visit(node, undefined);
  return mutants;
}

/** Type syntax with values in it. */
const WITH_VALUES = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

function isCall(node: Node): boolean {
  const { argument } = node;
  if (node.type === 'AwaitExpression') return isNode(argument) && isCall(argument);
  return node.type === 'CallExpression';
}
