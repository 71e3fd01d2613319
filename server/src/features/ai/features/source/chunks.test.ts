import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutIntoChunks, sampleQuotableParts, distributeCount } from './chunks.ts';

test('a text that fits is one chunk', () => {
  expect(cutIntoChunks('Wear gloves.', 100)).toEqual(['Wear gloves.']);
});

test('chunks end with paragraphs, or else with sentences', () => {
  const paragraph = 'Wear gloves at all times. Count the tools. ';
  const paragraphs = cutIntoChunks(`${paragraph.trim()}\n\n`.repeat(40), 300);
  expect(paragraphs.length).toBeGreaterThan(5);
  for (const chunk of paragraphs) expect(chunk).toMatch(/tools\.\n\n$/);
  for (const chunk of cutIntoChunks(paragraph.repeat(40), 300)) expect(chunk).toMatch(/(times|tools)\. $/);
});

test('chunks are the whole text, in order, none longer than allowed and no character cut in two', () => {
  const unit = fc.constantFrom('a', 'word ', '. ', '\n\n', '🦄', '文。', '\n');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 400 }), fc.integer({ min: 10, max: 60 }), (text, size) => {
      const chunks = cutIntoChunks(text, size);
      expect(chunks.join('')).toBe(text);
      for (const chunk of chunks) {
        expect(chunk.length).toBeLessThanOrEqual(size);
        expect(chunk.isWellFormed()).toBe(true);
      }
      if (text) expect(chunks).not.toContain('');
    }),
  );
});

test('a sample lies evenly over the text', () => {
  const text = Array.from({ length: 100 }, (_, n) => `Paragraph number ${n} says something.`).join('\n\n');
  const chosen = sampleQuotableParts(text, 4, 40);
  const numbers = chosen.map((chunk) => Number(/\d+/.exec(chunk)?.[0]));
  expect(numbers).toEqual([12, 37, 62, 87]);
});

test('a sample leaves out what has nothing to quote', () => {
  expect(sampleQuotableParts('Gloves.', 4, 60)).toEqual([]);
  expect(sampleQuotableParts(`${'* * *\n'.repeat(40)}\n\nWear gloves at all times.`, 4, 60)).toHaveLength(1);
});

test('shares add up to what is wanted, in proportion to the lengths', () => {
  expect(distributeCount(['aaaa', 'aa', 'aa'], 8)).toEqual([4, 2, 2]);
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1 }), { minLength: 1 }),
      fc.integer({ min: 1, max: 40 }),
      (chunks, count) => {
        const shares = distributeCount(chunks, count);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(count);
        for (const share of shares) expect(share).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
