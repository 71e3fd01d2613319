import { expect, test } from 'vitest';
import { splitMarkdownAtBlankLines } from './markdown-pieces.ts';

const paragraph = (letter: string, length: number) => letter.repeat(length);

test('a long text is cut at blank lines, and nothing of it is lost', () => {
  const text = ['a', 'b', 'c', 'd'].map((letter) => paragraph(letter, 3_000)).join('\n\n');
  const pieces = splitMarkdownAtBlankLines(text);
  expect(pieces.map(({ markdown }) => markdown.trim().charAt(0))).toEqual(['a', 'c']);
  expect(pieces.map(({ markdown }) => markdown).join('')).toBe(text);
  expect(pieces.every(({ isPlain }) => !isPlain)).toBe(true);
});

test('a block of code stays whole', () => {
  const code = `\`\`\`\n${paragraph('x', 6_000)}\n\n~~~\n\n${paragraph('y', 600)}\n\`\`\``;
  const pieces = splitMarkdownAtBlankLines(`${code}\n\nAfter it.`);
  expect(pieces.map(({ markdown }) => markdown.trim())).toEqual([code, 'After it.']);
});

test('a run of lines that is too long is not taken for Markdown', () => {
  const [long, after] = splitMarkdownAtBlankLines(`${'*a '.repeat(10_000)}\n\nAfter it.`);
  expect([long?.isPlain, after?.isPlain]).toEqual([true, false]);
  expect(splitMarkdownAtBlankLines(' \n\n')).toEqual([]);
});
