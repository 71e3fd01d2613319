import { parseXmlWithHandlers } from '../xml.ts';

/**
 * An element of QTI by the names of version 3 without `qti-`: `choiceInteraction` and `qti-choice-interaction` are both
 * `choice-interaction`.
 */
export type QtiElement = {
  name: string;
  attributes: Partial<Record<string, string>>;
  children: (QtiElement | string)[];
};

/** Nesting that no authoring tool writes. */
const DEEPEST = 100;

const plainName = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^qti-/, '');

/**
 * Reads a document into a tree.
 * @throws Error if it isn't well-formed, declares a document type, or is nested too deeply
 */
export function parseQtiTree(part: Buffer): QtiElement {
  if (part.includes('<!DOCTYPE')) throw new Error('A document type is declared.');
  const root: QtiElement = { name: '', attributes: {}, children: [] };
  const open = [root];
  const last = () => open.at(-1) ?? root;
  parseXmlWithHandlers(part, {
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
  const [first] = childElementsOf(root);
  if (!first) throw new Error('It is empty.');
  return first;
}

export const childElementsOf = ({ children }: QtiElement): QtiElement[] =>
  children.filter((child) => typeof child !== 'string');

/** Returns the elements below a tree that have one of the names, in their order; none inside of another. */
export function findOutermostElements(tree: QtiElement, isWanted: (name: string) => boolean): QtiElement[] {
  return childElementsOf(tree).flatMap((child) =>
    isWanted(child.name) ? [child] : findOutermostElements(child, isWanted),
  );
}

export const findOutermostElementsNamed = (tree: QtiElement, name: string): QtiElement[] =>
  findOutermostElements(tree, (each) => each === name);

export const findFirstElementNamed = (tree: QtiElement, name: string): QtiElement | undefined =>
  findOutermostElementsNamed(tree, name)[0];

/** Returns the text in a tree, on one line. */
export const oneLineTextOfElement = (tree: QtiElement): string => textOf(tree).replaceAll(/\s+/g, ' ').trim();

const textOf = ({ children }: QtiElement): string =>
  children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
