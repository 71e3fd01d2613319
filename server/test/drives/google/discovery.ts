import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { z } from 'zod';
import { masked, parseMask, type Mask } from './masks.ts';

const FILE = path.join(import.meta.dirname, '../google-drive-v3.discovery.json');

/** As discovery documents have them: much like JSON Schema, but open, and with Google's formats. */
type Schema = {
  type?: string | undefined;
  format?: string | undefined;
  enum?: string[] | undefined;
  $ref?: string | undefined;
  items?: Schema | undefined;
  properties?: Record<string, Schema> | undefined;
  additionalProperties?: Schema | undefined;
};
const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    format: z.string().optional(),
    enum: z.array(z.string()).optional(),
    $ref: z.string().optional(),
    items: Schema.optional(),
    properties: z.record(z.string(), Schema).optional(),
    additionalProperties: Schema.optional(),
  }),
);
const Parameter = z.object({
  type: z.enum(['string', 'boolean', 'integer']),
  location: z.enum(['query', 'path']),
  required: z.boolean().default(false),
  enum: z.array(z.string()).optional(),
  minimum: z.coerce.number().optional(),
  maximum: z.coerce.number().optional(),
});
type Parameter = z.infer<typeof Parameter>;
const Method = z.object({
  id: z.string(),
  httpMethod: z.string(),
  path: z.string(),
  parameters: z.record(z.string(), Parameter).default({}),
  request: z.object({ $ref: z.string() }).optional(),
  response: z.object({ $ref: z.string() }).optional(),
  scopes: z.array(z.string()),
  supportsMediaDownload: z.boolean().default(false),
});
export type Method = z.infer<typeof Method>;
const Discovery = z.object({
  servicePath: z.string(),
  parameters: z.record(z.string(), Parameter),
  resources: z.record(z.string(), z.object({ methods: z.record(z.string(), Method) })),
  schemas: z.record(z.string(), Schema),
});

const document = Discovery.parse(JSON.parse(readFileSync(FILE, 'utf8')));
const methods = Object.values(document.resources).flatMap((resource) => Object.values(resource.methods));
export const METHOD_IDS = methods.map(({ id }) => id);

/** Closed, so that what is misspelt is found. Numbers of 64 bits travel as strings. */
function jsonSchema(schema: Schema): object {
  if (schema.$ref) return { $ref: `#/$defs/${schema.$ref}` };
  const { type, format, properties, additionalProperties, items } = schema;
  const isLong = format === 'int64' || format === 'uint64';
  return {
    ...(type && type !== 'any' && { type }),
    ...(isLong && { type: 'string', pattern: '^-?[0-9]+$' }),
    ...(schema.enum && { enum: schema.enum }),
    ...(items && { items: jsonSchema(items) }),
    ...(properties && { properties: mapped(properties) }),
    ...((properties ?? additionalProperties) && {
      additionalProperties: additionalProperties ? jsonSchema(additionalProperties) : false,
    }),
  };
}

const mapped = (schemas: Record<string, Schema>) =>
  Object.fromEntries(Object.entries(schemas).map(([name, each]) => [name, jsonSchema(each)]));

const ajv = new Ajv({ strict: false, allErrors: true });
const $defs = mapped(document.schemas);
const validators = new Map<string, ValidateFunction>();

/** Returns what is wrong with a value by one of Google's schemas. */
export function wrongValue(schema: string, value: unknown): string[] {
  const validate = validators.get(schema) ?? ajv.compile({ $defs, $ref: `#/$defs/${schema}` });
  validators.set(schema, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${schema}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

export type FoundMethod = { method: Method; path: Record<string, string> };

/** The method that a request is of; undefined where Google has none of ours there. */
export function findMethod(httpMethod: string, pathname: string): FoundMethod | undefined {
  const prefix = `/${document.servicePath}`;
  if (!pathname.startsWith(prefix)) return undefined;
  const parts = pathname.slice(prefix.length).split('/');
  for (const method of methods.filter((each) => each.httpMethod === httpMethod)) {
    const named = method.path.split('/');
    const fits = named.length === parts.length && named.every((name, i) => name.startsWith('{') || name === parts[i]);
    const entries = named.flatMap((name, i) =>
      name.startsWith('{') ? [[name.slice(1, -1), decodeURIComponent(parts[i] ?? '')]] : [],
    );
    if (fits) return { method, path: Object.fromEntries(entries) };
  }
  return undefined;
}

/** The names of the query's parameters that the method does not take so, or lacks. */
export function wrongParameters(method: Method, query: URLSearchParams): string[] {
  const known = { ...document.parameters, ...method.parameters };
  const missing = Object.entries(known)
    .filter(([name, { required, location }]) => required && location === 'query' && !query.has(name))
    .map(([name]) => name);
  const wrong = [...query].filter(([name, value]) => {
    const parameter = Object.hasOwn(known, name) ? known[name] : undefined;
    return parameter?.location !== 'query' || !fits(parameter, value);
  });
  const media = query.get('alt') === 'media' && !method.supportsMediaDownload ? ['alt'] : [];
  return [...missing, ...wrong.map(([name]) => name), ...media];
}

function fits({ type, enum: values, minimum, maximum }: Parameter, value: string): boolean {
  if (values && !values.includes(value)) return false;
  if (type === 'boolean') return value === 'true' || value === 'false';
  if (type !== 'integer') return true;
  return /^\d{1,10}$/.test(value) && Number(value) >= (minimum ?? 0) && Number(value) <= (maximum ?? Infinity);
}

/** @throws Error that names the field that there is not. */
export function maskOf(schema: string, fields: string): Mask {
  const mask = parseMask(fields);
  checkMask(document.schemas[schema], mask);
  return mask;
}

function checkMask(schema: Schema | undefined, mask: Mask): void {
  if (schema?.$ref) return checkMask(document.schemas[schema.$ref], mask);
  if (schema?.items) return checkMask(schema.items, mask);
  for (const [name, below] of mask) {
    if (name === '*') continue;
    const inner = schema?.properties?.[name];
    if (!inner) throw new Error(`Invalid field selection ${name}`);
    if (below) checkMask(inner, below);
  }
}

/** Returns what is wrong with the answer to a request: its schema, or fields that nobody asked for. */
export function wrongAnswer({ response }: Method, mask: Mask | undefined, answer: unknown): string[] {
  if (!response) return answer === undefined ? [] : ['an answer where there is none'];
  const more = mask && JSON.stringify(masked(answer, mask)) !== JSON.stringify(answer) ? ['more than its mask'] : [];
  return [...wrongValue(response.$ref, answer), ...more];
}
