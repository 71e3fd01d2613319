import { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;
/** Rows that are checked by themselves are documented by other schemas. */
const Reference = z.object({ $ref: z.string() });
const Documented = z.object({
  override: z.union([z.object({ anyOf: z.array(Reference) }), Reference.transform((one) => ({ anyOf: [one] }))]),
});
type Path = (string | number)[];
type Found = { id: string; path: Path; place: string };

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The places where a schema takes an id, such as `people[].department_id`; each once. */
export function idPlacesOf(schema: z.ZodType): string[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const definitions = root.$defs ?? {};
  const places = new Set<string>();
  const look = (part: boolean | Schema | undefined, place: string): void => {
    if (typeof part !== 'object') return;
    if (part.$ref !== undefined) return look(definitions[part.$ref.replace('#/$defs/', '')], place);
    if (part.format === 'uuid') places.add(place);
    for (const { $ref } of Documented.safeParse(part).data?.override.anyOf ?? []) {
      const documented = z.globalRegistry._idmap.get($ref.split('/').at(-1) ?? '');
      if (documented instanceof z.ZodType) for (const each of idPlacesOf(documented)) places.add(`${place}.${each}`);
    }
    for (const kind of [...(part.anyOf ?? []), ...(part.oneOf ?? []), ...(part.allOf ?? [])]) look(kind, place);
    for (const [name, each] of Object.entries(part.properties ?? {})) look(each, place ? `${place}.${name}` : name);
    for (const items of [part.items ?? []].flat()) look(items, `${place}[]`);
    look(part.additionalProperties, `${place}.*`);
  };
  look(root, '');
  return [...places];
}

/** The ids in an input, each with the way to it and its place, which the schema has too. */
export function idPlacesIn(input: unknown, path: Path = [], place = ''): Found[] {
  if (typeof input === 'string') return ID.test(input) ? [{ id: input, path, place }] : [];
  if (Array.isArray(input)) return input.flatMap((each, n) => idPlacesIn(each, [...path, n], `${place}[]`));
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input).flatMap(([name, each]) =>
    idPlacesIn(each, [...path, name], place ? `${place}.${name}` : name),
  );
}

/** The same input with another id at one place. */
export function withIdAt(input: unknown, [key, ...rest]: Path, id: string): unknown {
  if (key === undefined) return id;
  if (Array.isArray(input)) return input.map((each: unknown, n) => (n === key ? withIdAt(each, rest, id) : each));
  return { ...(input as object), [key]: withIdAt((input as Record<string, unknown>)[key], rest, id) };
}
