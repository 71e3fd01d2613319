import ReactMarkdown, { type Components } from 'react-markdown';
import { isMarkdownTooComplex, remarkInlineOnly, remarkTables } from '../lib/markdown-syntax.ts';
import classes from './markdown.module.css';
import { type HtmlTreeTransform, createWordCollectingTransform } from './marked-text.ts';
import { translatorOf } from '../lib/i18n/translator.ts';

const t = translatorOf('frame');

interface MarkdownProps {
  children: string;
  /** Modifies the parsed tree, see `marked-text.ts`. */
  mark?: HtmlTreeTransform | undefined;
}

/**
 * Renders untrusted Markdown. HTML is shown as text, links may only use http, https or mailto, and nothing is loaded:
 * images appear as their description and URL.
 */
export function Markdown({ children, mark }: MarkdownProps) {
  if (isMarkdownTooComplex(children)) {
    return (
      <div dir="auto" className={classes.plain}>
        {children}
      </div>
    );
  }
  return (
    <div dir="auto" className={classes.markdown}>
      <Rendered text={children} isInline={false} mark={mark} />
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
      <Rendered text={children} isInline mark={mark} />
    </span>
  );
}

/** Returns the words of the text without formatting, in display order. */
export function markdownWordsOf(text: string, isInline: boolean): string {
  if (!isInline && isMarkdownTooComplex(text)) return text;
  const words: string[] = [];
  // It is a function without hooks; only its parsing is of use here.
  Rendered({ text, isInline, mark: createWordCollectingTransform(words) });
  return words.join('');
}

interface RenderedProps {
  text: string;
  isInline: boolean;
  mark: HtmlTreeTransform | undefined;
}

function Rendered({ text, isInline, mark }: RenderedProps) {
  return ReactMarkdown({
    children: text,
    remarkPlugins: [isInline ? remarkInlineOnly : remarkTables],
    rehypePlugins: mark === undefined ? [] : [() => mark],
    components: isInline ? INLINE : BLOCK,
    urlTransform: safeUrl,
  });
}

/** Drops URLs such as `javascript:`, and those that lead into the console. */
const safeUrl = (url: string) => (/^(https?:\/\/|mailto:)/i.test(url) ? url : null);

/** Headings are styled paragraphs, because the page has its own outline. */
const heading: Components['h1'] = ({ children }) => <p className={classes.heading}>{children}</p>;

const BLOCK: Components = {
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  img: ({ src, alt }) => (
    <span className={classes.image}>
      {/* Not a link, because it may be inside one. */}
      {alt ? t('image', { description: alt }) : t('imageWithoutDescription')}
      {typeof src === 'string' && ` (${src})`}
    </span>
  ),
  a: ({ href, children }) =>
    href === undefined ? (
      <span>{children}</span>
    ) : (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>
    ),
};

const INLINE: Components = {
  p: ({ children }) => children,
  img: ({ alt }) => <span>{alt}</span>,
  a: ({ children }) => <span>{children}</span>,
};
