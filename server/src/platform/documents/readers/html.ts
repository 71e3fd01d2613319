import TurndownService from 'turndown';
import type { ReadDocument } from '../document.ts';
import { decodeText } from './decode-text.ts';
import { firstHeading } from './first-heading.ts';

/** What of a page is not its text. */
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

/** A page as Markdown; the title is its `<title>`, else its first top heading. */
export function readHtml(file: Buffer): ReadDocument {
  const tags =
    file
      .subarray(0, 4_096)
      .toString('latin1')
      .match(/<meta[^<>]*/gi) ?? [];
  const named = tags.map((tag) => /charset\s*=["'\s]*([\w:.-]+)/i.exec(tag)?.[1]).find(Boolean);
  const { text, title } = markdownOf(decodeText(file, named));
  return { text, title: title ?? firstHeading(text), pages: null };
}

/** Blocks become Markdown; marks inside a line are left out, since who quotes a passage leaves them out too. */
export function markdownOf(html: string): { text: string; title: string | null } {
  let title: string | null = null;
  const turndown = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    br: '',
  });
  turndown.escape = (text) => text;
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
  // The last rule that is added is the first to be asked; what `remove` is told comes after those for pictures and
  // paragraphs.
  turndown.addRule('left out', {
    filter: (node) => LEFT_OUT.has(node.nodeName.toLowerCase()) || node.hasAttribute('hidden'),
    replacement: () => '',
  });
  return { text: turndown.turndown(html), title };
}

/** Markdown knows a table by the line under its first row. */
function withHeadRule(rows: string): string {
  const [head = '', ...rest] = rows.split('\n').filter((line) => line.trim() !== '');
  const columns = head.split('|').length - 2;
  return columns < 1 ? rows : [head, `|${' --- |'.repeat(columns)}`, ...rest].join('\n');
}
