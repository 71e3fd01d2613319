/**
 * Returns a response schema without `additionalProperties: false`. A later version may add fields to a response, and
 * clients that validate strictly must keep working. Requests stay closed, because the server refuses unknown fields.
 */
export function openAnswers<Schema>(schema: Schema): Schema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'additionalProperties' && value === false ? undefined : value,
    ),
  );
}
