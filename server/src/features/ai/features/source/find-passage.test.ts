import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuSeconds } from '../../../../../test/cpu-seconds.ts';
import { LONGEST_STALL, measured } from '../../../../../test/hostile-servers/measured.ts';
import { toNfkcTextWithOffsets } from '../prompt/nfkc-text.ts';
import { indexPassages } from './find-passage.ts';

const SOURCE = `# Cold store

Always wear **cut-resistant** gloves; you can’t enter at −18 °C without them. Fill in
[the log sheet](https://intranet.example/log_(new)) before you leave. The ﬁre door… stays “closed for 24–48 hours” at
1.5 bar, and non-toxic goods are stored on the left. Il faut vérifier l'état des portes.`;

describe('a quote is found in spite of', () => {
  const passages = indexPassages(SOURCE);
  test.each([
    ['line breaks and letter case', 'FILL IN   the log\tsheet', 'Fill in\n[the log sheet]'],
    ['emphasis', 'always wear cut-resistant gloves', 'Always wear **cut-resistant** gloves'],
    ['other dashes', 'closed for 24-48 hours', '“closed for 24–48 hours”'],
    ['straight quotation marks', '"closed for 24–48 hours"', '“closed for 24–48 hours”'],
    ['straight apostrophes', "you can't enter at", 'you can’t enter at'],
    ['ligatures and dots', 'The fire door... stays', 'The ﬁre door… stays'],
    ['a link', 'sheet before you leave', 'sheet](https://intranet.example/log_(new)) before you leave.'],
    ['composed accents', "vérifier l'état des portes".normalize('NFD'), "vérifier l'état des portes."],
    ['a missing sign, which comes back', '18 °C without them', '−18 °C without them.'],
  ])('%s', (_, quote, own) => {
    const found = passages.find(quote);
    expect(found?.text).toBe(own);
    expect(SOURCE.slice(found?.start, found?.end)).toBe(own);
  });
});

describe('a quote is not found', () => {
  const passages = indexPassages(SOURCE);
  test.each([
    ['that leaves out words', 'Always wear gloves; you can’t enter'],
    ['that joins two places', 'Always wear cut-resistant gloves … before you leave'],
    ['that ends in the middle of a negation', 'gloves; you can'],
    ['that begins in the middle of a compound', 'toxic goods are stored'],
    ['that cuts a figure', 'closed for 24–48 hours at 1'],
    ['with another figure', 'closed for 24–46 hours'],
    ['with another unit', 'enter at −18 °F without them'],
    ['of two words', 'cut-resistant'],
    ['of three short words', 'on the left'],
    ['without a word', '… — "" **'],
    ['of nothing', ''],
  ])('%s', (_, quote) => {
    expect(passages.find(quote)).toBeUndefined();
  });

  test('that goes on for pages', () => {
    const long = 'one more sentence of the source. '.repeat(60);
    expect(indexPassages(long).find(long)).toBeUndefined();
  });
});

test('scripts without spaces are counted by their characters', () => {
  const passages = indexPassages('冷凍倉庫では安全靴を必ず着用してください。\n手袋も、必ず着用する。');
  expect(passages.find('安全靴を必ず着用してください')?.text).toBe('安全靴を必ず着用してください。');
  expect(passages.find('手袋も必ず着用する')?.text).toBe('手袋も、必ず着用する。');
  expect(passages.find('着用して')).toBeUndefined();
  expect(passages.find('安全靴を必ず着用しました')).toBeUndefined();
  expect(indexPassages('ต้องสวมถุงมือทุกครั้งก่อนเข้า').find('สวมถุงมือทุกครั้ง')?.text).toBe('สวมถุงมือทุกครั้ง');
});

test('the whole of a short text is a quote where that is allowed', () => {
  const least = { words: 2, characters: 8, orWhole: true };
  expect(indexPassages('Gloves!').find('gloves', least)?.text).toBe('Gloves!');
  expect(indexPassages('Wear gloves!').find('gloves', least)).toBeUndefined();
});

/** Words of several scripts with accents, capitals, ligatures, figures and compounds; none is "quux". */
const word = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-zäöüßéñA-Z]{1,9}$/) },
  { weight: 1, arbitrary: fc.constantFrom('ﬁre', 'don’t', 'cut-resistant', '1.5', '€20', '100%', 'Straße', 'Ωμέγα') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('перчатки', 'e\u0301te\u0301', '手袋', 'مفتاح', 'co\u00adoperate', '𝒳ylem', '½'),
  },
);
const gap = fc.constantFrom(
  ' ',
  '  ',
  '\n',
  '\n\n',
  ' — ',
  ', ',
  '. ',
  ' **',
  '** ',
  ' “',
  '” ',
  '\u00a0',
  ' > ',
  '\n- ',
  '\n## ',
);
const source = fc.array(fc.tuple(word, gap), { minLength: 12, maxLength: 60 });
const slice = fc.tuple(fc.nat(), fc.integer({ min: 8, max: 30 }));

/** The same words, retyped differently. */
function retyped(words: string[], gaps: string[]): string {
  const typed = words.map((each) => each.replace('’', "'").replace('-', '‑').normalize('NFKC').toLowerCase());
  return typed.map((each, n) => each + (gaps[n % gaps.length] ?? ' ')).join('');
}

test('any slice of enough words is found, retyped with other spaces and marks, and comes back as the source’s own', () => {
  fc.assert(
    fc.property(source, slice, fc.array(gap, { minLength: 1, maxLength: 5 }), (pairs, [from, length], gaps) => {
      const text = pairs.map(([each, between]) => each + between).join('');
      const start = from % (pairs.length - 7);
      const words = pairs.slice(start, start + length).map(([each]) => each);
      const passages = indexPassages(text);
      const quote = retyped(words, gaps);
      const found = passages.find(quote, { words: 3, characters: 0, orWhole: false });
      expect(found).toBeDefined();
      expect(text.slice(found?.start, found?.end)).toBe(found?.text);
      const plain = (value: string) =>
        value
          .normalize('NFKC')
          .replace(/[^\p{L}\p{M}\p{N}]+/gu, '')
          .toLowerCase();
      expect(plain(found?.text ?? '')).toBe(plain(words.join('')));
    }),
    { numRuns: 300 },
  );
});

test('a slice with one word changed is not found', () => {
  fc.assert(
    fc.property(source, slice, fc.nat(), (pairs, [from, length], changed) => {
      const text = pairs.map(([each, between]) => each + between).join('');
      const start = from % (pairs.length - 7);
      const words = pairs.slice(start, start + length).map(([each]) => each);
      words[changed % words.length] = 'quux';
      expect(indexPassages(text).find(words.join(' '))).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test('the compatible form knows where each character came from', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (raw) => {
      const { text, startOf, endOf } = toNfkcTextWithOffsets(raw);
      // Hangul jamo, enclosed or not, can combine across unit boundaries.
      if (!/\p{Script=Hangul}/u.test(raw)) expect(text).toBe(raw.normalize('NFKC'));
      for (let n = 0; n < text.length; n++) {
        const [start, end] = [startOf(n), endOf(n + 1)];
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(raw.length);
        expect(raw.slice(start, end).normalize('NFKC')).toContain(text[n]);
      }
    }),
  );
});

test.each([
  ['a long text', () => 'Wear gloves and “goggles” at all times… in room 5. '.repeat(20_000)],
  ['a long text without spaces', () => '安全靴を必ず着用してください。'.repeat(66_000)],
  ['a heap of accents', () => 'a'.concat('\u0301\u0316'.repeat(400_000))],
  ['links that never end', () => '](a "'.repeat(200_000)],
  ['tags that never end', () => '<a '.repeat(330_000)],
  ['white space', () => `](a${' '.repeat(999_000)}`],
])('%s of a million characters is indexed once, and then a quote costs next to nothing', (_, textOf) => {
  const text = textOf();
  const before = cpuSeconds();
  const passages = indexPassages(text);
  for (let n = 0; n < 50; n++) passages.find(`these words are nowhere in it ${n}`);
  // A few hundred milliseconds on an idle machine; quadratic work would take minutes.
  expect(cpuSeconds() - before).toBeLessThan(60);
});

// rules/bounds 2
test('a quote that a monotonous text has everywhere, and nowhere short enough, costs little', async () => {
  const passages = indexPassages('a '.repeat(24_000));
  const { result, stall } = await measured(() =>
    Promise.resolve(Array.from({ length: 90 }, () => passages.find('a '.repeat(1_400)))),
  );
  expect(new Set(result)).toEqual(new Set([undefined]));
  expect(stall).toBeLessThan(LONGEST_STALL);
});
