/** JSON that PostgreSQL can store: removes NUL and replaces lone surrogates, which a model may return. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value ?? null, (_name, part: unknown) =>
    typeof part === 'string' ? part.toWellFormed().replaceAll('\0', '') : part,
  );
}
