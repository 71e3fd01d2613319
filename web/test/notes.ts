import fc from 'fast-check';

/** A minimal card or question for merging, comparing and storing. */
export interface Note {
  id: string;
  text: string;
}

/** Generates sections of up to six items. */
export const sections: fc.Arbitrary<Note[]> = fc
  .integer({ min: 0, max: 6 })
  .map((length) => Array.from({ length }, (_, index) => 'abcdef'.charAt(index)).map((id) => ({ id, text: id })));

type Edit = { kind: 'add' | 'remove' | 'type' | 'move'; at: number; to: number };

const edits = fc.array(
  fc.record<Edit>({
    kind: fc.constantFrom('add', 'remove', 'type', 'move'),
    at: fc.nat({ max: 7 }),
    to: fc.nat({ max: 7 }),
  }),
  { maxLength: 5 },
);

/** Generates edits of a section by `side`. Both sides sometimes type the same. */
export function editsOf(base: readonly Note[], side: string): fc.Arbitrary<Note[]> {
  return edits.map((steps) => steps.reduce<Note[]>((items, edit, step) => edited(items, edit, side, step), [...base]));
}

function edited(items: Note[], { kind, at, to }: Edit, side: string, step: number): Note[] {
  const item = items[at];
  if (kind === 'add' || item === undefined) return items.toSpliced(at, 0, { id: `${side} ${step}`, text: side });
  switch (kind) {
    case 'remove':
      return items.toSpliced(at, 1);
    case 'type':
      return items.with(at, { ...item, text: to === 0 ? 'the same' : `${item.text} ${side}` });
    case 'move':
      return items.toSpliced(at, 1).toSpliced(to, 0, item);
  }
}
