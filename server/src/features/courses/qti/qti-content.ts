import type { ItemMedia } from '@training/shared/courses/media';
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { renderXmlElement, withoutControlCharacters, escapeXmlText } from './qti-xml.ts';
import { MARKDOWN_BLOCK_CONSTRUCTS } from '../../../platform/documents/markdown-block-constructs.ts';

/** Pictures in Markdown aren't loaded by the console either: they stay a link. */
const PICTURES = 'labelStartImage';

const BLOCK = {
  extensions: [gfmTable(), { disable: { null: [PICTURES] } }],
  htmlExtensions: [gfmTableHtml()],
};
const INLINE = { extensions: [{ disable: { null: [...MARKDOWN_BLOCK_CONSTRUCTS, PICTURES] } }] };

/** Lines and signs of syntax from which a text is exported as it is typed: time to read it grows with their square. */
const MOST_SIGNS = 300;
const SIGN = /[#&*+<=>[\\\]_`|~\r\n-]|\d[.)]\s/g;

/** Nine lists or quotes within each other. */
const DEEP = /^(?:[ \t]*(?:[>*+-]|\d{1,9}[.)])){9}/m;

const isTooMuch = (text: string) => (text.match(SIGN) ?? []).length > MOST_SIGNS || DEEP.test(text);

/** Returns Markdown as XHTML. HTML in it is text. */
export function markdownToBlockXhtml(markdown: string): string {
  if (isTooMuch(markdown)) return renderXmlElement('p', {}, escapeXmlText(markdown));
  // QTI has no alignment of cells. References such as &#12; become controls.
  return withoutControlCharacters(micromark(markdown, BLOCK)).replaceAll(/ align="(?:left|right|center)"/g, '');
}

/** Returns Markdown within a line as XHTML. */
export function markdownToInlineXhtml(markdown: string): string {
  if (isTooMuch(markdown)) return escapeXmlText(markdown);
  return withoutControlCharacters(micromark(markdown, INLINE))
    .replaceAll('</p>\n<p>', '<br />')
    .replaceAll(/<\/?p>/g, '');
}

/** Returns the path of a stored file as its item names it; undefined if it isn't stored. */
export type FindMediaHref = (digest: string) => string | undefined;

/** Returns pictures, sound and film of a place as XHTML. */
export function mediaToXhtml(media: readonly ItemMedia[], hrefOf: FindMediaHref, language: string): string {
  return media.map((each) => mediaElement(each, hrefOf, language)).join('');
}

function mediaElement({ digest, kind, alt, decorative, captions }: ItemMedia, hrefOf: FindMediaHref, language: string) {
  const src = hrefOf(digest);
  if (src === undefined) return '';
  if (kind === 'picture') {
    return renderXmlElement('img', { src, alt: decorative ? '' : alt, role: decorative ? 'presentation' : undefined });
  }
  const shown = captions === undefined ? undefined : hrefOf(captions);
  const track = { kind: 'captions', src: shown, srclang: language };
  const tracks = shown === undefined ? [] : [renderXmlElement('track', track)];
  return renderXmlElement(
    kind === 'sound' ? 'audio' : 'video',
    { src, controls: 'controls', 'aria-label': alt },
    ...tracks,
  );
}
