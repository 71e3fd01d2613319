import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTable } from 'micromark-extension-gfm-table';

/** The Markdown processor, which plugins of react-markdown extend. */
interface Processor {
  data: () => object;
}

/** Adds tables, because documents of drives have them, but no other GitHub extensions (docs/decisions/050). */
export function withTables(this: Processor): void {
  extend(this, { micromarkExtensions: [gfmTable()], fromMarkdownExtensions: [gfmTableFromMarkdown()] });
}

/** Leaves only inline Markdown. Syntax of lists, headings and other blocks is plain text. */
export function onlyInline(this: Processor): void {
  extend(this, { micromarkExtensions: [{ disable: { null: BLOCKS } }] });
}

const extend = (processor: Processor, extensions: object) => Object.assign(processor.data(), extensions);

/** Block constructs, by micromark's names. */
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
