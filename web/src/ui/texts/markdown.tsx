import { type ReactNode, createElement } from 'react';
import { type ElementNode, type Tree, type TreeNode, inlineTreeOf, treeOf } from '../../lib/markdown/markdown-tree.ts';
import { isTooMuch } from '../../lib/markdown/too-much-markdown.ts';
import classes from './markdown.module.css';
import { type TreeChange, collecting } from './marked-text.ts';

interface MarkdownProps {
  children: string;
  /** Modifies the parsed tree, see `marked-text.ts`. */
  mark?: TreeChange | undefined;
}

/**
 * Renders untrusted Markdown. HTML is shown as text, links may only use http, https or mailto, and nothing is loaded:
 * images appear as their description and URL.
 */
export function Markdown({ children, mark }: MarkdownProps) {
  if (isTooMuch(children)) {
    return (
      <div dir="auto" className={classes.plain}>
        {children}
      </div>
    );
  }
  return (
    <div dir="auto" className={classes.markdown}>
      {drawn(changed(treeOf(children), mark), blockElement)}
    </div>
  );
}

/**
 * Renders untrusted Markdown within a line, such as an option of a question. Block syntax is shown as text, and links
 * as their text.
 */
export function InlineMarkdown({ children, mark }: MarkdownProps) {
  return (
    <span dir="auto" className={classes.inline}>
      {drawn(changed(inlineTreeOf(children), mark), inlineElement)}
    </span>
  );
}

/** Returns the words of the text without formatting, in display order. */
export function wordsOf(text: string, isInline: boolean): string {
  if (!isInline && isTooMuch(text)) return text;
  const words: string[] = [];
  collecting(words)(isInline ? inlineTreeOf(text) : treeOf(text));
  return words.join('');
}

function changed(tree: Tree, mark: TreeChange | undefined): Tree {
  mark?.(tree);
  return tree;
}

type DrawElement = (element: ElementNode, inside: ReactNode[] | undefined, key: number) => ReactNode;

/** Renders a tree. React allows no text between table rows, and no children of elements such as `br`. */
function drawn({ children }: Tree, drawElement: DrawElement): ReactNode[] | undefined {
  if (children.length === 0) return undefined;
  return children.map((node, index) =>
    node.type === 'text' ? node.value : drawElement(node, drawn(withoutGaps(node), drawElement), index),
  );
}

const OF_TABLES = new Set(['table', 'thead', 'tbody', 'tr']);

const isGap = (node: TreeNode) => node.type === 'text' && node.value.trim() === '';

const withoutGaps = (element: ElementNode): Tree =>
  OF_TABLES.has(element.tagName) ? { children: element.children.filter((node) => !isGap(node)) } : element;

const SAFE = /^(https?:\/\/|mailto:)/i;

const blockElement: DrawElement = (element, inside, key) => {
  const { tagName, properties } = element;
  const { href, src, alt, start, align } = properties;
  // Headings are styled paragraphs, because the page has its own outline.
  if (/^h[1-6]$/.test(tagName)) {
    return (
      <p key={key} className={classes.heading}>
        {inside}
      </p>
    );
  }
  if (tagName === 'img') {
    return (
      <span key={key} className={classes.image}>
        {/* Not a link, because it may be inside one. */}
        Image: {alt || 'without a description'}
        {src !== undefined && SAFE.test(src) && ` (${src})`}
      </span>
    );
  }
  if (tagName !== 'a') {
    return createElement(tagName, { key, start, ...(align && { style: { textAlign: align } }) }, inside);
  }
  // Drops URLs such as `javascript:`, and those that lead into the console.
  if (href === undefined || !SAFE.test(href)) return <span key={key}>{inside}</span>;
  return (
    <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
      {inside}
    </a>
  );
};

const inlineElement: DrawElement = ({ tagName, properties: { alt } }, inside, key) => {
  if (tagName === 'p') return inside;
  if (tagName === 'img') return <span key={key}>{alt}</span>;
  return createElement(tagName === 'a' ? 'span' : tagName, { key }, inside);
};
