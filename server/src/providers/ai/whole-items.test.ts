import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createJsonItemCollector } from './read-model-output.ts';

/** Feeds a text in pieces and returns the items found, each with the number of characters fed until then. */
function found(list: string, text: string, size: number): { item: unknown; after: number }[] {
  const itemsIn = createJsonItemCollector(list);
  const all = [];
  for (let at = 0; at < text.length; at += size) {
    const after = Math.min(at + size, text.length);
    all.push(...itemsIn(text.slice(at, after)).map((item) => ({ item, after })));
  }
  return all;
}

const Item = fc.dictionary(
  fc.string(),
  fc.oneof(fc.string(), fc.integer(), fc.array(fc.string()), fc.constant({ a: 1 })),
);

test('every object of the list is found as it was written, however the text is cut into pieces', () => {
  const written = fc.record({
    before: Item,
    items: fc.array(Item),
    after: fc.jsonValue(),
    indent: fc.constantFrom(0, 2),
  });
  fc.assert(
    fc.property(written, fc.integer({ min: 1, max: 40 }), ({ before, items, after, indent }, size) => {
      const text = JSON.stringify({ before, others: [before], cards: items, after }, null, indent);
      const read = JSON.parse(text) as { cards: unknown };
      expect(found('cards', text, size).map(({ item }) => item)).toEqual(read.cards);
    }),
  );
});

test('an object is found with its last brace, and one that has not ended is not', () => {
  const text = '{"cards":[{"front":"a } in \\"words\\""},{"front":"b"},{"front":"c';
  expect(found('cards', text, 1)).toEqual([
    { item: { front: 'a } in "words"' }, after: text.indexOf(',{') },
    { item: { front: 'b' }, after: text.lastIndexOf(',{') },
  ]);
});

test.each([
  ['a list of another name', '{"themes":[{"a":1}]}'],
  ['a list further in', '{"whole":{"cards":[{"a":1}]}}'],
  ['an object in its place', '{"cards":{"a":[{"b":1}]}}'],
  ['words', 'Here are "cards": none [at] all.'],
  ['an object that cannot be read', '{"cards":[{"a":}]}'],
])('nothing is found in %s', (_, text) => {
  expect(found('cards', text, 3)).toEqual([]);
});
