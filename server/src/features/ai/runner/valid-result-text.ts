/**
 * JSON that PostgreSQL can store: a model may answer with what no text there can hold, NUL or half a surrogate pair.
 */
export function storableJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_name, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '') : part,
  );
}
