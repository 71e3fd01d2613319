// What was parsed as JSON, read without zod, for the pages that sign somebody in: they are light.

/** The value of a field; undefined where there is none. */
export function valueOf(body: unknown, field: string): unknown {
  if (typeof body !== 'object' || body === null) return undefined;
  return Object.entries(body).find(([name]) => name === field)?.[1];
}

export function textOf(body: unknown, field: string): string | undefined {
  const value = valueOf(body, field);
  return typeof value === 'string' ? value : undefined;
}

/** Those of a list; none where it is none. */
export function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
