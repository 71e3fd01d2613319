import { expect, test } from 'vitest';
import type { Element, Root, Text } from 'hast';
import { createWordMarkingTransform } from './marked-text.ts';

const text = (value: string): Text => ({ type: 'text', value });
const within = (tagName: string, ...children: Element['children']): Element => ({
  type: 'element',
  tagName,
  properties: {},
  children,
});
const drawn = (stretches: Parameters<typeof createWordMarkingTransform>[0]) => {
  const tree: Root = {
    type: 'root',
    children: [
      within('p', text('Keep '), within('strong', text('three metres')), text(' away')),
      text('\n'),
      within('p', text('Now')),
    ],
  };
  createWordMarkingTransform(stretches, 'ins')(tree);
  return tree.children;
};

test('a stretch is marked in all the parts that it runs through, and between words nothing is', () => {
  const stretches = [
    { value: 'Keep ', isMarked: false },
    { value: 'three', isMarked: true },
    { value: ' ', isMarked: false },
    { value: 'metres away', isMarked: true },
    { value: '\n', isMarked: true },
    { value: 'Now', isMarked: true },
  ];
  const ins = (value: string) => within('ins', text(value));
  expect(drawn(stretches)).toEqual([
    within('p', text('Keep '), within('strong', ins('three'), text(' '), ins('metres')), ins(' away')),
    text('\n'),
    within('p', ins('Now')),
  ]);
});

test('words beyond the stretches stay as they are', () => {
  expect(drawn([])).toEqual([
    within('p', text('Keep '), within('strong', text('three metres')), text(' away')),
    text('\n'),
    within('p', text('Now')),
  ]);
});
