import type { Definition, List, ListItem, Nodes, Parents, Root, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { normalizeUri } from 'micromark-util-sanitize-uri';

/** A text as it is drawn: the elements of HTML that Markdown knows, and words. */
export interface Tree {
  children: TreeNode[];
}

export type TreeNode = TextNode | ElementNode;

export interface TextNode {
  type: 'text';
  value: string;
}

export interface ElementNode extends Tree {
  type: 'element';
  tagName: string;
  /** As they were written: whoever draws them judges addresses. */
  properties: { href?: string; src?: string; alt?: string; start?: number; align?: 'left' | 'right' | 'center' };
}

/** Documents of drives have tables; of what else GitHub adds to Markdown, nothing. */
export function treeOf(markdown: string): Tree {
  return drawn(fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] }));
}

/** What would begin a list, a heading or another block is read as it is written. */
export function inlineTreeOf(markdown: string): Tree {
  return drawn(fromMarkdown(markdown, { extensions: [{ disable: { null: BLOCKS } }] }));
}

/** By the names that micromark gives to what it reads. */
const BLOCKS = [
  'blockQuote',
  'codeFenced',
  'codeIndented',
  'definition',
  'headingAtx',
  'htmlFlow',
  'list',
  'setextUnderline',
  'thematicBreak',
];

type Definitions = Map<string, Definition>;

function drawn(root: Root): Tree {
  const definitions: Definitions = new Map();
  findDefinitions(root, definitions);
  return { children: apart(within(root, definitions)) };
}

/** Of several with one name the first counts, wherever it stands. */
function findDefinitions(parent: Parents, found: Definitions): void {
  for (const node of parent.children) {
    if (node.type === 'definition' && !found.has(node.identifier)) found.set(node.identifier, node);
    if ('children' in node) findDefinitions(node, found);
  }
}

const within = (parent: Parents, definitions: Definitions) =>
  parent.children.flatMap((node) => nodesOf(node, definitions));

function nodesOf(node: Nodes, definitions: Definitions): TreeNode[] {
  const inside = () => ('children' in node ? within(node, definitions) : []);
  switch (node.type) {
    case 'text':
    // What looks like HTML is what somebody wrote.
    case 'html':
      return [text(node.value)];
    case 'inlineCode':
      return [element('code', [text(node.value.replaceAll(/\r?\n|\r/g, ' '))])];
    case 'code':
      return [element('pre', [element('code', [text(node.value && `${node.value}\n`)])])];
    case 'break':
      return [element('br'), text('\n')];
    case 'thematicBreak':
      return [element('hr')];
    case 'heading':
      return [element(`h${node.depth}`, inside())];
    case 'paragraph':
      return [element('p', inside())];
    case 'emphasis':
      return [element('em', inside())];
    case 'strong':
      return [element('strong', inside())];
    case 'blockquote':
      return [element('blockquote', block(inside()))];
    case 'list':
      return [listOf(node, definitions)];
    case 'table':
      return [tableOf(node, definitions)];
    case 'link':
      return [element('a', inside(), { href: normalizeUri(node.url) })];
    case 'linkReference':
      return [element('a', inside(), { href: addressOf(node.identifier, definitions) })];
    case 'image':
      return [element('img', [], { src: normalizeUri(node.url), alt: node.alt ?? '' })];
    case 'imageReference':
      return [element('img', [], { src: addressOf(node.identifier, definitions), alt: node.alt ?? '' })];
    default:
      return [];
  }
}

const text = (value: string): TextNode => ({ type: 'text', value });

const element = (
  tagName: string,
  children: TreeNode[] = [],
  properties: ElementNode['properties'] = {},
): ElementNode => ({ type: 'element', tagName, properties, children });

/** On lines of their own, so that what is read or copied of them is too. */
const apart = (nodes: TreeNode[]) => nodes.flatMap((node, index) => (index === 0 ? [node] : [text('\n'), node]));

const block = (nodes: TreeNode[]) => (nodes.length === 0 ? [text('\n')] : [text('\n'), ...apart(nodes), text('\n')]);

/** micromark reads a reference as one only where its definition is. */
const addressOf = (identifier: string, definitions: Definitions) =>
  normalizeUri(definitions.get(identifier)?.url ?? '');

function listOf(list: List, definitions: Definitions): ElementNode {
  const isLoose = list.spread === true || list.children.some(isSpread);
  const items = list.children.map((item) => itemOf(within(item, definitions), isLoose));
  const { ordered, start } = list;
  return element(ordered ? 'ol' : 'ul', block(items), typeof start === 'number' && start !== 1 ? { start } : {});
}

const isSpread = ({ spread, children }: ListItem) => spread ?? children.length > 1;

/** In a list without empty lines a paragraph is its words. */
function itemOf(nodes: TreeNode[], isLoose: boolean): ElementNode {
  const isBare = (node: TreeNode | undefined) => !isLoose && node?.type === 'element' && node.tagName === 'p';
  const children = nodes.flatMap((node, index) => [
    ...(isBare(node) && index === 0 ? [] : [text('\n')]),
    ...(isBare(node) && node.type === 'element' ? node.children : [node]),
  ]);
  const last = nodes.at(-1);
  return element('li', last === undefined || isBare(last) ? children : [...children, text('\n')]);
}

/** Each row is as wide as the head. */
function tableOf({ align, children: rows }: Table, definitions: Definitions): ElementNode {
  const columns = align ?? [];
  const [head, ...body] = rows.map(({ children: cells }, row) =>
    element(
      'tr',
      block(
        columns.map((side, column) => {
          const cell = cells[column];
          const words = cell === undefined ? [] : within(cell, definitions);
          return element(row === 0 ? 'th' : 'td', words, side ? { align: side } : {});
        }),
      ),
    ),
  );
  return element(
    'table',
    block([
      ...(head === undefined ? [] : [element('thead', block([head]))]),
      ...(body.length === 0 ? [] : [element('tbody', block(body))]),
    ]),
  );
}
