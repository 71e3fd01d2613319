import { htmlToMarkdown } from '../html.ts';
import type { QtiMedia, QtiImportIssue } from '../../qti.ts';
import { childElementsOf, type QtiElement, oneLineTextOfElement } from './qti-element.ts';

/** Elements whose content is read apart, or isn't shown to learners. */
const APART = new Set(['modal-feedback', 'stylesheet', 'catalog-info', 'response-processing']);
/** Elements of content that Markdown doesn't have, by the reason that is told. */
const LEFT_OUT: Partial<Record<string, QtiImportIssue['code']>> = {
  'feedback-block': 'feedbackInBody',
  'feedback-inline': 'feedbackInBody',
  'template-block': 'template',
  'template-inline': 'template',
  'printed-variable': 'template',
  math: 'formula',
  svg: 'documentLeft',
  iframe: 'documentLeft',
  embed: 'documentLeft',
};
const FILES: Partial<Record<string, QtiMedia['kind']>> = { img: 'picture', audio: 'sound', video: 'film' };
/** Elements that become Markdown. Of others, only the content stays. */
const HTML = new Set(
  'a b blockquote br caption code dd div dl dt em h1 h2 h3 h4 h5 h6 hr i li ol p pre span strong sub sup table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
);
const GAPS = new Set(['text-entry-interaction', 'inline-choice-interaction', 'gap']);

/** Reasons that are told of an item. */
const MOST_REASONS = 20;

export type QtiBodyContent = { text: string; media: Omit<QtiMedia, 'at' | 'option'>[] };

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Reads the content of elements as Markdown, with its pictures, sound and film, and tells what is left out. */
export class QtiBodyReader {
  readonly reasons: QtiImportIssue[] = [];
  #media: QtiBodyContent['media'] = [];
  /** Addresses of files are relative to it. */
  readonly #path: string;
  /** A gap is numbered if there are several. */
  readonly #gapAt: (gap: QtiElement) => string;

  /** Interactions of which the text shows where they are. */
  readonly #shown: ReadonlySet<QtiElement>;

  constructor(
    path: string,
    gapAt: (gap: QtiElement) => string = () => '____',
    shown: ReadonlySet<QtiElement> = new Set(),
  ) {
    this.#path = path;
    this.#gapAt = gapAt;
    this.#shown = shown;
  }

  tell(code: QtiImportIssue['code'], value = ''): void {
    if (this.reasons.length < MOST_REASONS && !this.reasons.some((each) => each.code === code && each.value === value))
      this.reasons.push({ code, value });
  }

  /** @param isLine True if it stands in a line, such as an option. */
  read(trees: readonly (QtiElement | string)[], isLine = false): QtiBodyContent {
    this.#media = [];
    const html = trees.map((tree) => this.#htmlOf(tree)).join('');
    const { text } = htmlToMarkdown(html, { keepsMarks: isLine ? 'line' : 'blocks' });
    return { text: isLine ? text.replaceAll(/\s+/g, ' ') : text, media: this.#media };
  }

  #htmlOf(tree: QtiElement | string): string {
    if (typeof tree === 'string') return escaped(tree);
    const { name, attributes } = tree;
    if (GAPS.has(name)) return escaped(this.#gapAt(tree));
    if (this.#shown.has(tree)) return `<p>${escaped(this.#gapAt(tree))}</p>`;
    if (APART.has(name) || (name.endsWith('-interaction') && name !== 'media-interaction')) return '';
    if (name === 'rubric-block' && !/candidate/.test(attributes.view ?? '')) return '';
    const reason = LEFT_OUT[name];
    if (reason !== undefined) {
      this.tell(reason);
      return '';
    }
    const kind = kindOfFile(tree);
    if (kind) {
      this.#takeFile(tree, kind);
      return '';
    }
    if (name === 'object') this.tell('documentLeft', (attributes.data ?? '').slice(0, 80));
    const content = tree.children.map((child) => this.#htmlOf(child)).join('');
    if (!HTML.has(name) || (name === 'span' && attributes.class === 'unit')) return name === 'span' ? '' : content;
    const href = name === 'a' ? ` href="${escaped(attributes.href ?? '')}"` : '';
    return name === 'br' || name === 'hr' ? `<${name}>` : `<${name}${href}>${content}</${name}>`;
  }

  #takeFile(tree: QtiElement, kind: QtiMedia['kind']): void {
    const { attributes } = tree;
    const address =
      attributes.src ?? attributes.data ?? childElementsOf(tree).find(({ name }) => name === 'source')?.attributes.src;
    const track = childElementsOf(tree).find(({ name }) => name === 'track')?.attributes.src;
    const file = address === undefined ? undefined : resolveArchivePath(address, this.#path);
    if (file === undefined) return this.tell('fileElsewhere', address?.slice(0, 80));
    const alt = (attributes.alt ?? attributes['aria-label'] ?? oneLineTextOfElement(tree)).slice(0, 1_000);
    const captions = track === undefined ? undefined : resolveArchivePath(track, this.#path);
    const isDecorative = attributes.role === 'presentation' && alt === '';
    this.#media.push({
      file,
      kind,
      alt: alt.toWellFormed(),
      ...(isDecorative && { decorative: true as const }),
      ...(captions !== undefined && { captions }),
    });
  }
}

function kindOfFile({ name, attributes }: QtiElement): QtiMedia['kind'] | undefined {
  if (name !== 'object') return FILES[name];
  const [type] = (attributes.type ?? '').split('/');
  return type === 'image' ? 'picture' : type === 'audio' ? 'sound' : type === 'video' ? 'film' : undefined;
}

/** Returns the part of the archive that an address names; undefined if it lies elsewhere. */
export function resolveArchivePath(address: string, from: string): string | undefined {
  if (!URL.canParse(address, `file:///${encodeURI(from)}`)) return undefined;
  const { protocol, host, pathname } = new URL(address, `file:///${encodeURI(from)}`);
  if (protocol !== 'file:' || host !== '') return undefined;
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    return pathname.slice(1);
  }
}
