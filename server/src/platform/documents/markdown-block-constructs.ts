/** Names that micromark gives to the syntax of Markdown's blocks, for texts that are read as one line. */
export const MARKDOWN_BLOCK_CONSTRUCTS = [
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
