import { expect, test } from 'vitest';
import { isMarkdownTooComplex } from './markdown-syntax.ts';

test('what nests without end is told from what somebody writes', () => {
  for (const mark of ['>', '> ', '- ', '1. ', '> * ']) {
    expect(isMarkdownTooComplex(`Before it.\n${mark.repeat(2_000)}Deep.`), mark).toBe(true);
    expect(isMarkdownTooComplex(`Before it.\n${mark.repeat(10)}Deep.`), mark).toBe(false);
  }
  const written = `${'-'.repeat(200)}\n${'*'.repeat(200)}\n${'> A line.\n'.repeat(200)}${'- An item.\n'.repeat(200)}a > b > c`;
  expect(isMarkdownTooComplex(written)).toBe(false);
});

test('a table that would be drawn with millions of cells is told from one that somebody writes', () => {
  const table = (columns: number, rows: number) =>
    ['a', '-', ...Array.from({ length: rows }, () => 'b')].map((cell) => `|${`${cell}|`.repeat(columns)}`).join('\n');
  expect(isMarkdownTooComplex(`${table(12, 500)}\n\n${'A line after it.\n'.repeat(5_000)}`)).toBe(false);
  expect(isMarkdownTooComplex(`${table(4_000, 0)}${'\n|x|'.repeat(4_000)}`)).toBe(true);
  expect(isMarkdownTooComplex(`> |${'a|'.repeat(4_000)}\n> |${':-:|'.repeat(4_000)}${'\n> x'.repeat(4_000)}`)).toBe(
    true,
  );
});
