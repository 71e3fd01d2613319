/** `---`, lines of YAML, `---`. A horizontal rule followed by prose doesn't match. */
const FRONT_MATTER = /^\s*---[ \t]*\n((?:(?:[\w"'][^\n:]*:|[ \t]|[-#}\]])[^\n]*\n|\n)*?)(?:---|\.\.\.)[ \t]*(?:\n|$)/;

/** Tags of site generators between paragraphs, such as `{% include note.html %}`. */
const TEMPLATE_TAG = /\{%[^%\n]{0,500}%\}/g;

const ELEMENTS =
  'a|abbr|article|aside|b|blockquote|br|button|center|cite|code|dd|del|details|div|dl|dt|em|figcaption|figure|font|footer|' +
  'h[1-6]|header|hr|i|iframe|img|input|ins|kbd|li|main|mark|nav|ol|p|picture|pre|q|s|script|section|small|source|span|' +
  'strike|strong|style|sub|summary|sup|svg|table|tbody|td|tfoot|th|thead|time|tr|tt|u|ul|var|video';

/** An HTML tag or a comment; not `<your name>`, `List<T>` or `<https://example.com>`. */
const TAG = new RegExp(`</?(?:${ELEMENTS})(?:\\s[^<>]*)?/?>|<!--`, 'i');

/** Start of anything that isn't a tag, which stays unchanged. */
const NO_TAG = new RegExp(`<(?!/?(?:${ELEMENTS})(?:\\s[^<>]*)?/?>|!--)`, 'gi');

/** Inline tags, which don't start a block at the beginning of a line. */
const INLINE =
  /^<\/?(?:a|abbr|b|br|cite|code|del|em|font|i|img|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|time|tt|u|var)\b/i;

/** Elements that continue over empty lines until they are closed. */
const LONG = /^<(?:(!--)|(table|script|style|pre|svg)\b)/i;

const FENCE = /^\s{0,3}(`{3,}|~{3,})/;

/**
 * Inline code. It must start at the beginning of a run of backticks: trying each one would take quadratic time on a
 * long run.
 */
const CODE = /((?<!`)`+[^`\n]+`+)/;

/**
 * Converts Markdown to what its readers see: without front matter and template tags, and with HTML as Markdown. Code
 * stays unchanged. The title comes from the front matter.
 */
export async function toReadableMarkdown(raw: string): Promise<{ text: string; title: string | null }> {
  const whole = raw.replace(/\r\n?/g, '\n');
  const front = FRONT_MATTER.exec(whole);
  const title = /^title[ \t]*:[ \t]*(["']?)(.+)\1[ \t]*$/m.exec(front?.[1] ?? '')?.[2] ?? null;
  const body = front ? whole.slice(front[0].length) : whole;
  if (!TAG.test(body) && !body.includes('{%')) return { text: body, title };
  // Loaded on demand: most texts have no HTML.
  const { htmlToMarkdown } = await import('./html.ts');
  const converted = partsOf(body).map(({ kind, text }) => {
    if (kind === 'code') return text;
    const plain = text.replace(TEMPLATE_TAG, '');
    if (!TAG.test(plain)) return plain;
    if (kind === 'html') return htmlToMarkdown(withoutOthers(plain)).text;
    const [indent = ''] = /^\s*/.exec(plain) ?? [];
    return indent + htmlToMarkdown(withoutOthers(plain)).text;
  });
  return { text: converted.join('\n'), title };
}

type Part = { kind: 'code' | 'html' | 'line'; text: string };

/**
 * Splits into fenced code, blocks of HTML, which start with a tag and end before an empty line, and all other lines one
 * by one.
 */
function partsOf(markdown: string): Part[] {
  const parts: Part[] = [];
  const lines = markdown.split('\n');
  const lower = markdown.toLowerCase().split('\n');
  /** Closing tags that don't occur any more, so that they aren't searched again. */
  const absent = new Set<string>();
  const lineWith = (closing: string, from: number): number => {
    const found = absent.has(closing) ? -1 : indexFrom(lower, from, (line) => line.includes(closing));
    if (found < 0) absent.add(closing);
    return found < 0 ? from : found;
  };
  for (let start = 0; start < lines.length;) {
    const line = lines[start] ?? '';
    const fence = FENCE.exec(line)?.[1];
    const kind = fence ? 'code' : beginsHtml(line) ? 'html' : 'line';
    let end = start;
    if (fence) end = endOfCode(lines, start, fence);
    for (let at = start; kind === 'html' && at < lines.length && !endsHtml(lines[at] ?? ''); at = end + 1) {
      const [, comment, element] = LONG.exec(lines[at]?.trimStart() ?? '') ?? [];
      const closing = comment ? '-->' : element && `</${element.toLowerCase()}>`;
      end = closing ? lineWith(closing, at) : at;
    }
    parts.push({ kind, text: lines.slice(start, end + 1).join('\n') });
    start = end + 1;
  }
  return parts;
}

function beginsHtml(line: string): boolean {
  const begun = line.trimStart();
  return TAG.exec(begun)?.index === 0 && !INLINE.test(begun);
}

const endsHtml = (line: string): boolean => line.trim() === '' || FENCE.test(line);

function endOfCode(lines: string[], start: number, fence: string): number {
  const end = indexFrom(lines, start + 1, (line) => line.trimStart().startsWith(fence));
  return end < 0 ? lines.length - 1 : end;
}

/** Works like `findIndex`, but starts at an index: a text may have half a million lines. */
function indexFrom(lines: string[], from: number, wanted: (line: string) => boolean): number {
  for (let at = from; at < lines.length; at++) if (wanted(lines[at] ?? '')) return at;
  return -1;
}

/** Escapes everything that isn't an HTML tag, and all code, so that the HTML reader keeps it unchanged. */
function withoutOthers(text: string): string {
  return text
    .split(CODE)
    .map((piece, n) => {
      return n % 2 === 1 ? piece.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : piece.replace(NO_TAG, '&lt;');
    })
    .join('');
}
