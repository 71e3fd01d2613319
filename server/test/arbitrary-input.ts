import fc from 'fast-check';
import { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/** Text that often goes wrong; most of all what neither PostgreSQL nor UTF-8 can hold. */
export const odd = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('\0', 'a\0b', '\ud800', 'a\udfff') },
  { weight: 1, arbitrary: fc.constantFrom('١', '', ' ', '%', '\\', "'", '1e999', 'true', '9999-12-31', '0000') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);

/** Any JSON value. */
export const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  odd,
  fc.constantFrom(-0, 2 ** 53, 1e308, '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6'),
);

/**
 * Input that a schema nearly takes, so that it gets further than what is merely random: each part of it is now and then
 * odd text or another thing altogether.
 * @param ids What is known by an id, so that input may mean it.
 */
export function arbitraryInput(schema: z.ZodType, ids: string[]): fc.Arbitrary<unknown> {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return partOf(root, { definitions: root.$defs ?? {}, ids });
}

type Known = { definitions: Record<string, Schema>; ids: string[] };

function partOf(schema: boolean | Schema, known: Known): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean') return anything;
  return fc.oneof({ weight: 20, arbitrary: asDeclared(schema, known) }, { weight: 1, arbitrary: anything });
}

function asDeclared(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  if (schema.$ref !== undefined) return asDeclared(definitionOf(schema.$ref, known), known);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds) return fc.oneof(...kinds.map((kind) => asDeclared(kind, known)));
  switch (schema.type) {
    case 'object':
      return objectOf(schema, known);
    case 'array': {
      const { items = true, minItems = 0 } = schema;
      const each = Array.isArray(items) ? anything : partOf(items, known);
      return fc.array(each, { minLength: minItems, maxLength: minItems + 3 });
    }
    case 'string':
      return textOf(schema, known);
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer(), fc.double());
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return anything;
  }
}

function objectOf({ properties = {}, required = [] }: Schema, known: Known): fc.Arbitrary<unknown> {
  const parts = Object.entries(properties).map(([name, schema]) => [name, partOf(schema, known)] as const);
  return fc.record(Object.fromEntries(parts), { requiredKeys: required });
}

function textOf({ format, minLength = 0, maxLength, examples }: Schema, { ids }: Known): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  const longest = Math.min(maxLength ?? 30, 30);
  const plain = fc.string({ unit: 'grapheme-ascii', minLength: Math.min(minLength, longest), maxLength: longest });
  const shown = Array.isArray(examples) && examples.length > 0 ? fc.constantFrom(...examples) : plain;
  return fc.oneof({ weight: 2, arbitrary: shown }, { weight: 1, arbitrary: plain }, { weight: 1, arbitrary: odd });
}

function definitionOf(reference: string, { definitions }: Known): Schema {
  const found = definitions[reference.replace('#/$defs/', '')];
  if (!found) throw new Error(`There is no definition ${reference}`);
  return found;
}
