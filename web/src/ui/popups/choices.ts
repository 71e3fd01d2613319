export interface Choice {
  value: string;
  label: string;
}

/** Choices of a group, or those without one. */
export interface ChoiceGroup {
  group?: string;
  items: Choice[];
}

const contains = (text: string, search: string) => text.toLowerCase().includes(search.trim().toLowerCase());

/** Returns the choices whose label has the search in it, or all of a group whose name has it; at most `limit`. */
export function findMatchingChoices(
  choices: ChoiceGroup[],
  search: string,
  limit = Number.POSITIVE_INFINITY,
): ChoiceGroup[] {
  let left = limit;
  return choices.flatMap(({ items, ...group }) => {
    const isWhole = group.group !== undefined && contains(group.group, search);
    const found = items.filter(({ label }) => isWhole || contains(label, search)).slice(0, left);
    left -= found.length;
    return found.length === 0 ? [] : [{ ...group, items: found }];
  });
}
