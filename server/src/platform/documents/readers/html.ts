import { micromark } from 'micromark';
import TurndownService from 'turndown';
import type { ExtractedDocument } from '../document.ts';
import { decodeText } from './decode-text.ts';
import { findFirstTopLevelHeading } from './normalise.ts';
import { MARKDOWN_BLOCK_CONSTRUCTS } from '../markdown-block-constructs.ts';

/** Elements that don't contain text of the page. */
const LEFT_OUT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'nav',
  'iframe',
  'object',
  'embed',
  'canvas',
  'audio',
  'video',
  'img',
  'button',
  'select',
  'input',
  'textarea',
  'svg',
  'link',
  'meta',
]);

/** Converts a page to Markdown. The title is its `<title>`, else its first top-level heading. */
export function readHtml(file: Buffer): ExtractedDocument {
  const tags =
    file
      .subarray(0, 4_096)
      .toString('latin1')
      .match(/<meta[^<>]*/gi) ?? [];
  const named = tags.map((tag) => /charset\s*=["'\s]*([\w:.-]+)/i.exec(tag)?.[1]).find(Boolean);
  const { text, title } = htmlToMarkdown(decodeText(file, named));
  return { text, title: title ?? findFirstTopLevelHeading(text), pages: null };
}

/** Start of an item of a list, which is written with several spaces. */
const LIST_MARK = /^( {0,40}(?:-|\d{1,9}\.)) {2,3}(?=\S)/gm;

/** Markdown that a text may contain: `blocks`, such as headings and lists, or only marks within a `line`. */
export type AllowedMarkdownSyntax = 'blocks' | 'line';

/** Signs that turndown doesn't escape: references, addresses, and numbers of lists with a parenthesis. */
const ALSO = /&(?=#?\w{1,40};)|<(?=[\w.+-]{1,64}[:@])|(?<=^\d{1,9})\)(?= )/g;
const SIGN = /[^\p{L}\p{N}\s]/gu;
/** Signs in a text from which all are escaped: time to read it as Markdown grows with their square. */
const MOST_SIGNS = 300;

/** Returns true if a text reads the same as Markdown. */
function isPlain(text: string, marks: AllowedMarkdownSyntax): boolean {
  const signs = text.match(SIGN)?.length ?? 0;
  if (signs === 0 || signs > MOST_SIGNS) return signs === 0;
  const shown = text.trim();
  const told = shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  const extensions = marks === 'line' ? [{ disable: { null: MARKDOWN_BLOCK_CONSTRUCTS } }] : [];
  // A line of "=" under another makes it a heading.
  return (
    micromark(`x\n\n${shown}`, { extensions }) === `<p>x</p>\n<p>${told}</p>` &&
    !(marks === 'blocks' && /^=+$/.test(shown))
  );
}

/** Converts block elements to Markdown. Inline marks are omitted unless asked for, because quotes omit them, too. */
export function htmlToMarkdown(
  html: string,
  /** `pictureMark` replaces pictures by their address: they are left out without it. */
  { pictureMark, keepsMarks }: { pictureMark?: (address: string) => string; keepsMarks?: AllowedMarkdownSyntax } = {},
): { text: string; title: string | null } {
  let title: string | null = null;
  const turndown = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    br: keepsMarks ? '  ' : '',
    emDelimiter: '*',
    hr: '---',
  });
  const escape = turndown.escape.bind(turndown);
  turndown.escape = (text) => (!keepsMarks || isPlain(text, keepsMarks) ? text : escape(text).replaceAll(ALSO, '\\$&'));
  if (!keepsMarks)
    turndown.addRule('inline', { filter: ['a', 'strong', 'b', 'em', 'i', 'code'], replacement: (content) => content });
  turndown.addRule('title', {
    filter: 'title',
    replacement: (content) => {
      title ??= content.trim() || null;
      return '';
    },
  });
  turndown.addRule('cell', {
    filter: ['td', 'th'],
    replacement: (content) => `| ${content.trim().replace(/\s+/g, ' ')} `,
  });
  turndown.addRule('row', { filter: 'tr', replacement: (content) => `\n${content.replaceAll('\n', '')}|` });
  turndown.addRule('rows', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => `\n${content.trim()}` });
  turndown.addRule('table', { filter: 'table', replacement: (content) => `\n\n${withHeadRule(content.trim())}\n\n` });
  // Markdown has no tables in cells. Their words stay in the cell.
  turndown.addRule('table in a cell', {
    filter: (node) => PARTS_OF_TABLE.has(node.nodeName) && isInCell(node),
    replacement: (content) => `${content.trim()} `,
  });
  // The rule added last is checked first. Turndown's own `remove` would run after the rules for pictures and
  // paragraphs.
  turndown.addRule('left out', {
    filter: (node) => LEFT_OUT.has(node.nodeName.toLowerCase()) || node.hasAttribute('hidden'),
    replacement: () => '',
  });
  if (pictureMark) {
    turndown.addRule('picture', {
      filter: 'img',
      replacement: (_, node) => ('getAttribute' in node ? pictureMark(node.getAttribute('src') ?? '') : ''),
    });
  }
  const text = turndown.turndown(html);
  return { text: keepsMarks ? text.replaceAll(LIST_MARK, '$1 ') : text, title };
}

const PARTS_OF_TABLE = new Set(['TABLE', 'THEAD', 'TBODY', 'TFOOT', 'TR', 'TD', 'TH']);

type Within = { nodeName: string; parentNode: Within | null };

function isInCell(node: Within): boolean {
  for (let above = node.parentNode; above; above = above.parentNode) {
    if (above.nodeName === 'TD' || above.nodeName === 'TH') return true;
  }
  return false;
}

/** Adds the line under the first row that makes it a Markdown table. */
function withHeadRule(rows: string): string {
  const [head = '', ...rest] = rows.split('\n').filter((line) => line.trim() !== '');
  const columns = head.split('|').length - 2;
  return columns < 1 ? rows : [head, `|${' --- |'.repeat(columns)}`, ...rest].join('\n');
}
