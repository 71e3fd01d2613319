// Reads parsed JSON without zod, to keep the sign-in pages and the frame of the console small.

/** Returns the value of a field; undefined if there is none. */
export function readFieldValue(body: unknown, field: string): unknown {
  if (typeof body !== 'object' || body === null) return undefined;
  return Object.entries(body).find(([name]) => name === field)?.[1];
}

export function readFieldText(body: unknown, field: string): string | undefined {
  const value = readFieldValue(body, field);
  return typeof value === 'string' ? value : undefined;
}

export function readFieldNumber(body: unknown, field: string): number | undefined {
  const value = readFieldValue(body, field);
  return typeof value === 'number' ? value : undefined;
}

/** Returns the items of an array; an empty array for other values. */
export function toArrayItems(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
