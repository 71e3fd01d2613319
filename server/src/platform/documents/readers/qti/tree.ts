import { readXml } from '../xml.ts';

/**
 * An element of QTI by the names of version 3 without `qti-`: `choiceInteraction` and `qti-choice-interaction` are both
 * `choice-interaction`.
 */
export type Tree = { name: string; attributes: Partial<Record<string, string>>; children: (Tree | string)[] };

/** Nesting that no authoring tool writes. */
const DEEPEST = 100;

const plainName = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^qti-/, '');

/**
 * Reads a document into a tree.
 * @throws Error if it isn't well-formed, declares a document type, or is nested too deeply
 */
export function treeOf(part: Buffer): Tree {
  if (part.includes('<!DOCTYPE')) throw new Error('A document type is declared.');
  const root: Tree = { name: '', attributes: {}, children: [] };
  const open = [root];
  const last = () => open.at(-1) ?? root;
  readXml(part, {
    open({ name, attributes }) {
      if (open.length > DEEPEST) throw new Error('It is nested too deeply.');
      const named = Object.entries(attributes).map(([key, value]) => [plainName(key), value]);
      const tree = { name: plainName(name), attributes: Object.fromEntries(named), children: [] };
      last().children.push(tree);
      open.push(tree);
    },
    close: () => open.pop(),
    text: (text) => last().children.push(text),
  });
  const [first] = elementsOf(root);
  if (!first) throw new Error('It is empty.');
  return first;
}

export const elementsOf = ({ children }: Tree): Tree[] => children.filter((child) => typeof child !== 'string');

/** Returns the elements below a tree that have one of the names, in their order; none inside of another. */
export function findAll(tree: Tree, isWanted: (name: string) => boolean): Tree[] {
  return elementsOf(tree).flatMap((child) => (isWanted(child.name) ? [child] : findAll(child, isWanted)));
}

export const allOf = (tree: Tree, name: string): Tree[] => findAll(tree, (each) => each === name);

export const firstOf = (tree: Tree, name: string): Tree | undefined => allOf(tree, name)[0];

/** Returns the text in a tree, on one line. */
export const textOnOneLine = (tree: Tree): string => textOf(tree).replaceAll(/\s+/g, ' ').trim();

const textOf = ({ children }: Tree): string =>
  children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
