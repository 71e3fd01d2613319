import type { Definition, List, ListItem, Nodes, Parents, Root, Table } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import { normalizeUri } from 'micromark-util-sanitize-uri';

/** A parsed text: words, and the HTML elements that Markdown can produce. */
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
  /** Attributes as written. The renderer must validate URLs. */
  properties: { href?: string; src?: string; alt?: string; start?: number; align?: 'left' | 'right' | 'center' };
}

/** Parses Markdown with tables, because documents of drives have them, but no other GitHub extensions. */
export function treeOf(markdown: string): Tree {
  return drawn(fromMarkdown(markdown, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] }));
}

/** Parses inline Markdown. Syntax of lists, headings and other blocks is plain text. */
export function inlineTreeOf(markdown: string): Tree {
  return drawn(fromMarkdown(markdown, { extensions: [{ disable: { null: BLOCKS } }] }));
}

/** Block constructs, by micromark's names. */
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

/** Collects definitions. Of several with the same name, the first counts, wherever it is. */
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
    // HTML is shown as text.
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

/** Puts nodes on separate lines, for screen readers and copying. */
const apart = (nodes: TreeNode[]) => nodes.flatMap((node, index) => (index === 0 ? [node] : [text('\n'), node]));

const block = (nodes: TreeNode[]) => (nodes.length === 0 ? [text('\n')] : [text('\n'), ...apart(nodes), text('\n')]);

/** Returns the URL of a reference. micromark recognizes references only if they are defined. */
const addressOf = (identifier: string, definitions: Definitions) =>
  normalizeUri(definitions.get(identifier)?.url ?? '');

function listOf(list: List, definitions: Definitions): ElementNode {
  const isLoose = list.spread === true || list.children.some(isSpread);
  const items = list.children.map((item) => itemOf(within(item, definitions), isLoose));
  const { ordered, start } = list;
  return element(ordered ? 'ol' : 'ul', block(items), typeof start === 'number' && start !== 1 ? { start } : {});
}

const isSpread = ({ spread, children }: ListItem) => spread ?? children.length > 1;

/** Returns a list item. In a tight list, paragraphs are unwrapped. */
function itemOf(nodes: TreeNode[], isLoose: boolean): ElementNode {
  const isBare = (node: TreeNode | undefined) => !isLoose && node?.type === 'element' && node.tagName === 'p';
  const children = nodes.flatMap((node, index) => [
    ...(isBare(node) && index === 0 ? [] : [text('\n')]),
    ...(isBare(node) && node.type === 'element' ? node.children : [node]),
  ]);
  const last = nodes.at(-1);
  return element('li', last === undefined || isBare(last) ? children : [...children, text('\n')]);
}

/** Returns a table. Each row has as many cells as the head. */
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
