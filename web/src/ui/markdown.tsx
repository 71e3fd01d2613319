import type { ReactNode } from 'react';
import ReactMarkdown, { type Components, type Options } from 'react-markdown';
import classes from './markdown.module.css';

/**
 * Markdown that somebody wrote, or another system pushed. HTML in it is shown as text, a link leads to http, https or
 * mailto or is no link, and nothing is loaded from anywhere: of an image the words and the address are shown.
 */
export function Markdown({ children }: { children: string }) {
  return (
    <div dir="auto" className={classes.markdown}>
      <ReactMarkdown components={COMPONENTS} urlTransform={safeAddress}>
        {children}
      </ReactMarkdown>
    </div>
  );
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

function SafeLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (!href) return <span>{children}</span>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  );
}
