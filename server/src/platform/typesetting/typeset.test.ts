import { expect, test } from 'vitest';
import { chooseDocumentFonts } from './choose-faces.ts';
import { type TypesetLine, typesetText } from './typeset.ts';

const set = (text: string, width = 1_000) =>
  typesetText(text, { weight: 'regular', size: 10, width, fonts: chooseDocumentFonts(text) });

/** What stands on a line, from the left. */
const seen = ({ pieces }: TypesetLine) =>
  pieces
    .toSorted((a, b) => a.x - b.x)
    .map(({ text }) => text.trim())
    .filter((text) => text !== '');

test('right-to-left text is ordered as it is read, with numbers and Latin in it', async () => {
  const [line] = await set('محمد (Mo) 12');
  // Brackets are drawn as their mirror images.
  expect(seen(line!)).toEqual(['12', ')', 'Mo', '(', 'محمد']);
});

test('letters of a text stay in the order in which they are read', async () => {
  const [line] = await set('Ana אבג Bo');
  expect(line!.pieces.map(({ text }) => text).join('')).toBe('Ana אבג Bo');
});

test('what no font has is written by its code', async () => {
  const [line] = await set('A𒀀');
  expect(line!.pieces.map(({ text }) => text).join('')).toBe('A[U+12000]');
});

/** Rare Han characters in an order that needs many files of fonts. */
const RARE = Array.from({ length: 3_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7_919) % 0x51f0))).join('');

// rules/evidence 2
test('a document opens so many fonts and no more, and spoils no other document', { tags: ['deep'] }, async () => {
  const fonts = chooseDocumentFonts(RARE);
  for (const weight of ['regular', 'bold'] as const) {
    for (let at = 0; at < RARE.length; at += 1_000) {
      await typesetText(RARE.slice(at, at + 1_000), { weight, size: 10, width: 400, fonts });
    }
  }
  expect(fonts.opened.size).toBe(200);
  const shown = async (text: string, of = fonts) => {
    const [line] = await typesetText(text, { weight: 'bold', size: 10, width: 1_000, fonts: of });
    return line!.pieces.map((piece) => piece.text).join('');
  };
  const coded = Array.from(RARE).findLast((letter) => fonts.found.has(`bold ${letter.codePointAt(0)}`))!;
  expect(await shown(`${coded}!`)).toMatch(/^\[U\+[0-9A-F]{4}\]!$/);
  expect(await shown(`${coded}!`, chooseDocumentFonts(coded))).toBe(`${coded}!`);
});

test.each([
  ['control characters', 'A\u0001\u001b\u007fB\u0085', 'AB'],
  ['Hangul fillers', '김\u3164\u115f\u1160', '김'],
  ['a joiner, which fonts need', 'क\u094d\u200dष', 'क\u094d\u200dष'],
])('no sign for a missing glyph is drawn: %s', async (_what, text, drawn) => {
  const lines = await set(text);
  const pieces = lines.flatMap((line) => line.pieces);
  expect(pieces.map((piece) => piece.text).join('')).toBe(drawn);
  const glyphs = pieces.flatMap(({ text: piece, face }) => face.file.layout(piece, []).glyphs);
  expect(glyphs.map(({ id }) => id)).not.toContain(0);
});

test.each([
  ['words', 'one two three four five six seven eight nine ten '.repeat(4)],
  ['a word that is longer than a line', 'x'.repeat(200)],
  ['Chinese', '消防安全培训火灾发生时如何安全撤离以及如何正确使用灭火器'.repeat(3)],
  ['Thai', 'ความปลอดภัยจากอัคคีภัยและการใช้เครื่องดับเพลิงอย่างถูกต้อง'.repeat(3)],
  ['Arabic', 'السلامة من الحريق في مكان العمل '.repeat(6)],
])('lines are no wider than they may be, and nothing of the text is lost: %s', async (_what, text) => {
  const lines = await set(text, 200);
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.flatMap(({ pieces }) => pieces.map((piece) => piece.text)).join('')).toBe(text);
  for (const { pieces } of lines) for (const { x } of pieces) expect(x).toBeLessThan(200);
});

test('punctuation does not begin a line', async () => {
  const lines = await set('消防安全培训。'.repeat(20), 97);
  for (const { pieces } of lines) expect(pieces[0]!.text).not.toMatch(/^。/);
});

test('the language of Han characters is told by other letters of the document', async () => {
  const faceOf = async (context: string) => {
    const [line] = await typesetText('直', {
      weight: 'regular',
      size: 10,
      width: 100,
      fonts: chooseDocumentFonts(context),
    });
    return line!.pieces[0]!.face.name;
  };
  expect(await faceOf('')).toContain('noto-sans-sc');
  expect(await faceOf('やまだ')).toContain('noto-sans-jp');
  expect(await faceOf('김철수')).toContain('noto-sans-kr');
});
