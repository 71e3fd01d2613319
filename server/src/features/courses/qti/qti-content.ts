import type { ItemMedia } from '@training/shared/courses/media';
import { micromark } from 'micromark';
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table';
import { element, withoutControls, xmlText } from './qti-xml.ts';

/** Pictures in Markdown aren't loaded by the console either: they stay a link. */
const PICTURES = 'labelStartImage';
/** Syntax of lists and other blocks, which an option shows as text. */
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

const BLOCK = {
  extensions: [gfmTable(), { disable: { null: [PICTURES] } }],
  htmlExtensions: [gfmTableHtml()],
};
const INLINE = { extensions: [{ disable: { null: [...BLOCKS, PICTURES] } }] };

/** Signs of syntax from which a text is exported as it is typed: reading it would take long. */
const MOST_SIGNS = 1_000;

const isTooMuch = (text: string) => (text.match(/[>|*_[`\-+]/g) ?? []).length > MOST_SIGNS;

/** Returns Markdown as XHTML. HTML in it is text. */
export function blocksOf(markdown: string): string {
  if (isTooMuch(markdown)) return element('p', {}, xmlText(markdown));
  // QTI has no alignment of cells.
  return micromark(withoutControls(markdown), BLOCK).replaceAll(/ align="(?:left|right|center)"/g, '');
}

/** Returns Markdown within a line as XHTML. */
export function lineOf(markdown: string): string {
  if (isTooMuch(markdown)) return xmlText(markdown);
  return micromark(withoutControls(markdown), INLINE)
    .replaceAll('</p>\n<p>', '<br />')
    .replaceAll(/<\/?p>/g, '');
}

/** Returns the path of a stored file as its item names it; undefined if it isn't stored. */
export type HrefOf = (digest: string) => string | undefined;

/** Returns pictures, sound and film of a place as XHTML. */
export function mediaElements(media: readonly ItemMedia[], hrefOf: HrefOf, language: string): string {
  return media.map((each) => mediaElement(each, hrefOf, language)).join('');
}

function mediaElement({ digest, kind, alt, decorative, captions }: ItemMedia, hrefOf: HrefOf, language: string) {
  const src = hrefOf(digest);
  if (src === undefined) return '';
  if (kind === 'picture') {
    return element('img', { src, alt: decorative ? '' : alt, role: decorative ? 'presentation' : undefined });
  }
  const shown = captions === undefined ? undefined : hrefOf(captions);
  const track = { kind: 'captions', src: shown, srclang: language };
  const tracks = shown === undefined ? [] : [element('track', track)];
  return element(kind === 'sound' ? 'audio' : 'video', { src, controls: 'controls', 'aria-label': alt }, ...tracks);
}
