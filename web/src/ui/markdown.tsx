import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';
import type { ReactNode } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import { isTooMuch } from '../lib/too-much-markdown.ts';
import classes from './markdown.module.css';
import { type TreeChange, collecting } from './marked-text.ts';

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
      <ReactMarkdown
        components={COMPONENTS}
        urlTransform={safeAddress}
        remarkPlugins={[withTables]}
        rehypePlugins={pluginsOf(mark)}
      >
        {children}
      </ReactMarkdown>
    </div>
  );
}

interface MarkdownProps {
  children: string;
  /** Changes what is drawn, as `marked-text.ts` does. */
  mark?: TreeChange | undefined;
}

/**
 * Such a text within a line, as an option of a question is: what would begin a list, a heading or another block is read
 * as it is written, and a link is its words.
 */
export function InlineMarkdown({ children, mark }: MarkdownProps) {
  return (
    <span dir="auto" className={classes.inline}>
      <ReactMarkdown components={INLINE} remarkPlugins={[withoutBlocks]} rehypePlugins={pluginsOf(mark)}>
        {children}
      </ReactMarkdown>
    </span>
  );
}

/** The words of such a text, without what formats them, in the order in which they are drawn. */
export function wordsOf(text: string, isInline: boolean): string {
  if (!isInline && isTooMuch(text)) return text;
  const words: string[] = [];
  ReactMarkdown({
    children: text,
    remarkPlugins: [isInline ? withoutBlocks : withTables],
    rehypePlugins: [() => collecting(words)],
  });
  return words.join('');
}

const pluginsOf = (mark: TreeChange | undefined) => (mark === undefined ? [] : [() => mark]);

/** Documents of drives have tables; of what else GitHub adds to Markdown, nothing. */
function withTables(this: { data: () => object }) {
  Object.assign(this.data(), { micromarkExtensions: [gfmTable()], fromMarkdownExtensions: [gfmTableFromMarkdown()] });
}

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

/** By the names that micromark gives to what it reads. */
function withoutBlocks(this: { data: () => object }) {
  Object.assign(this.data(), { micromarkExtensions: [{ disable: { null: BLOCKS } }] });
}

const SAFE = /^(https?:\/\/|mailto:)/i;

/** An address that begins like `javascript:` or leads into the console becomes none. */
const safeAddress: NonNullable<Options['urlTransform']> = (url) => (SAFE.test(url) ? url : '');

/** The page has its own outline, so what is a heading here only looks like one. */
const Heading = ({ children }: { children?: ReactNode }) => <p className={classes.heading}>{children}</p>;

const COMPONENTS: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => (
    <span className={classes.image}>
      {/* Inside another link it can be no second one. */}
      Image: {alt || 'without a description'}
      {typeof src === 'string' && src !== '' && ` (${src})`}
    </span>
  ),
};

const INLINE: Components = {
  p: ({ children }) => children,
  a: ({ children }) => <span>{children}</span>,
  img: ({ alt }) => <span>{alt}</span>,
};

function SafeLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
