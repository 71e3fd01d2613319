import { figuresOf, type Figure } from './figures.ts';
import type { ReadPassage } from './reference.ts';
import type { Covered } from './words.ts';

/** UTF-16 units between the two figures of a range. */
const FROM_TO = 8;

/** Returns true if a limit or range of the passage parts all right options from all wrong ones with figures. */
export function areParted(
  right: readonly string[],
  wrong: readonly string[],
  passage: ReadPassage,
  language: Covered | undefined,
): boolean {
  if (!language) return false;
  const read = (texts: readonly string[]) =>
    texts.map((text) => figuresOf(text, language).filter(({ implied }) => !implied));
  const own = read(right);
  const others = read(wrong).filter(({ length }) => length > 0);
  if (own.length === 0 || others.length === 0) return false;
  const isAloneWithin = (from: Figure, to: Figure) => {
    const isWithin = ([figure, ...more]: readonly Figure[]) =>
      figure !== undefined &&
      more.length === 0 &&
      figure.unit === to.unit &&
      figure.values.some((value) => value >= (from.values[0] ?? Infinity) && value <= (to.values[0] ?? -Infinity));
    return own.every(isWithin) && !others.some(isWithin);
  };
  const { figures } = passage.proof;
  const isRange = (to: Figure, from: Figure | undefined) =>
    from !== undefined && to.start - from.end <= FROM_TO && isAloneWithin(from, to);
  if (figures.some((figure, n) => isRange(figure, figures[n - 1]))) return true;
  return (passage.reading?.limits ?? []).some(({ figure: { unit, values } }) => {
    const [limit] = values;
    if (limit === undefined) return false;
    const sideOf = (each: readonly Figure[]) =>
      each.length === 1 && each[0]?.unit === unit ? Math.sign((each[0]?.values[0] ?? limit) - limit) : 0;
    const side = sideOf(own[0] ?? []);
    return side !== 0 && own.every((each) => sideOf(each) === side) && others.every((each) => sideOf(each) === -side);
  });
}
