/** A row of a request or file, and the keys of the manager whom it names. */
interface NamesManager {
  email?: string | null | undefined;
  external_id?: string | null | undefined;
  manager?: { email?: string | undefined; external_id?: string | undefined } | null | undefined;
}

/** Returns rows so that each comes after the row of its manager, and otherwise as given (rules/managers 3). */
export function sortManagersFirst<Row extends NamesManager>(rows: readonly Row[]): Row[] {
  const byKey = new Map<string, Row>();
  for (const row of rows) for (const key of keysOf(row)) if (!byKey.has(key)) byKey.set(key, row);
  const placed = new Set<Row>();
  const ordered: Row[] = [];
  for (const row of rows) {
    const chain: Row[] = [];
    let next: Row | undefined = row;
    while (next && !placed.has(next)) {
      placed.add(next);
      chain.push(next);
      const [key] = keysOf(next.manager ?? {});
      next = key === undefined ? undefined : byKey.get(key);
    }
    ordered.push(...chain.reverse());
  }
  return ordered;
}

function keysOf({ email, external_id: externalId }: Pick<NamesManager, 'email' | 'external_id'>): string[] {
  return [...(email ? [`email ${email}`] : []), ...(externalId ? [`external_id ${externalId}`] : [])];
}
