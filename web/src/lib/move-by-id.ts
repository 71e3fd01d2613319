/** Returns the items with one of them moved to index `to`. */
export function moveById<Item extends { id: string }>(items: Item[], id: string, to: number): Item[] {
  const item = items.find((each) => each.id === id);
  if (item === undefined) return items;
  return items.filter((each) => each !== item).toSpliced(to, 0, item);
}
