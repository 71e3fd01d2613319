/**
 * An answer's schema without `additionalProperties: false`. A later version may add fields to an answer, and a client
 * that validates strictly must go on working; requests stay closed, since the server refuses unknown fields.
 */
export function openAnswers<Schema>(schema: Schema): Schema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'additionalProperties' && value === false ? undefined : value,
    ),
  );
}
