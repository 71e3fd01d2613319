import { type ReactNode, createElement } from 'react';
import { type ElementNode, type Tree, type TreeNode, inlineTreeOf, treeOf } from '../../lib/markdown/markdown-tree.ts';
import { isTooMuch } from '../../lib/markdown/too-much-markdown.ts';
import classes from './markdown.module.css';
import { type TreeChange, collecting } from './marked-text.ts';

interface MarkdownProps {
  children: string;
  /** Changes what is drawn, as `marked-text.ts` does. */
  mark?: TreeChange | undefined;
}

/**
 * Markdown that somebody wrote, or another system pushed. HTML in it is shown as text, a link leads to http, https or
 * mailto or is no link, and nothing is loaded from anywhere: of an image the words and the address are shown.
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
 * Such a text within a line, as an option of a question is: what would begin a list, a heading or another block is read
 * as it is written, and a link is its words.
 */
export function InlineMarkdown({ children, mark }: MarkdownProps) {
  return (
    <span dir="auto" className={classes.inline}>
      {drawn(changed(inlineTreeOf(children), mark), inlineElement)}
    </span>
  );
}

/** The words of such a text, without what formats them, in the order in which they are drawn. */
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

/** React takes no words between the rows of a table, and nothing at all within an element such as `br`. */
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
  // The page has its own outline, so what is a heading here only looks like one.
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
        {/* Inside another link it can be no second one. */}
        Image: {alt || 'without a description'}
        {src !== undefined && SAFE.test(src) && ` (${src})`}
      </span>
    );
  }
  if (tagName !== 'a') {
    return createElement(tagName, { key, start, ...(align && { style: { textAlign: align } }) }, inside);
  }
  // An address that begins like `javascript:` or leads into the console becomes none.
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
