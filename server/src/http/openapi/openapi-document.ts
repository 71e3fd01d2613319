import packageJson from '../../../package.json' with { type: 'json' };
import path from 'node:path';
import { TOKEN_PATTERN } from '@training/shared/tokens/tokens';
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-to-openapi';
import type { Operation } from '../rest/operations.ts';
import { EXAMPLES } from './examples.ts';
import { headers, REQUEST_HEADERS, RESPONSE_HEADERS } from './headers.ts';
import { problemResponses } from './problems.ts';
import { openAnswers } from './webhooks.ts';
import { operationsInOrder, TAGS, tagOf } from './tags.ts';
import { openApiWebhooks, WEBHOOK_HEADERS } from './webhooks.ts';
import { Problem } from '@training/shared/problem';
import { BulkUser } from '@training/shared/users/bulk';

/** Path of the committed OpenAPI document. */
export const OPENAPI_FILE = path.resolve(import.meta.dirname, '../../../openapi.json');

/** Returns the OpenAPI document formatted like the committed file. */
export function openApiText(router: DocumentedRouter): string {
  return `${JSON.stringify(openApiDocument(router), withoutBareBounds, 2)}\n`;
}

/** Omits the default bounds of safe integers, which no schema sets deliberately. */
function withoutBareBounds(key: string, value: unknown): unknown {
  const isBound = (key === 'minimum' || key === 'maximum') && typeof value === 'number';
  return isBound && Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value;
}

type PathItem = NonNullable<OpenAPIObject['paths']>[string];
type OperationObject = NonNullable<PathItem['get']>;
type Parameter = Extract<NonNullable<OperationObject['parameters']>[number], { name: string }>;
type Schema = NonNullable<Parameter['schema']>;
type Schemas = Record<string, Schema>;

type DocumentedRouter = Parameters<typeof generateOpenApiDocument>[0];

const SCHEME = 'apiToken';

const DESCRIPTION = `\
Read and write the data of a workspace with one of its API tokens. A super admin issues tokens in the console, under
Settings; each carries the scopes that were chosen for it, and an operation says which one it needs.

Nothing is coerced: a wrong type, an unknown field or an unknown query parameter is refused with 400. Lengths count
Unicode code points. Times are UTC, ISO 8601. Every error is a problem document (RFC 9457) with a stable \`code\`.`;

/**
 * Builds the OpenAPI 3.1 document. Generates it from the procedures' declarations, then adds what the generator doesn't
 * know: scopes, errors, headers, examples, and which inputs of a POST are in the query.
 */
function openApiDocument(router: DocumentedRouter): OpenAPIObject {
  const generated = generateOpenApiDocument(router, {
    openApiVersion: '3.1.1',
    title: 'Workforce training API',
    description: DESCRIPTION,
    version: packageJson.version,
    baseUrl: '/',
    defs: { Problem, BulkUser },
    securitySchemes: {
      [SCHEME]: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: TOKEN_PATTERN.source,
        description:
          'An API token of the workspace. An operation needs the scope in its `security` and `x-required-scope`.',
      },
    },
  });
  const schemas: Schemas = {};
  const paths: Record<string, PathItem> = {};
  for (const operation of operationsInOrder(router)) {
    const method = operation.method === 'GET' ? 'get' : 'post';
    const declared = generated.paths?.[operation.path]?.[method];
    if (!declared) throw new Error(`${operation.name} is served and not in the generated document`);
    const address = `/api/v1${operation.path}`;
    paths[address] = { ...paths[address], [method]: completed(operation, declared, schemas) };
  }
  const components = generated.components;
  const events = openApiWebhooks();
  return {
    openapi: generated.openapi,
    info: generated.info,
    servers: [{ url: '/', description: 'The server that this document comes from.' }],
    tags: TAGS,
    paths,
    webhooks: events.webhooks,
    components: {
      securitySchemes: components?.securitySchemes ?? {},
      parameters: { ...REQUEST_HEADERS, ...WEBHOOK_HEADERS },
      headers: RESPONSE_HEADERS,
      schemas: sorted({ ...events.schemas, ...openAnswers(components?.schemas), ...schemas }),
    },
  };
}

function completed(operation: Operation, declared: OperationObject, schemas: Schemas): OperationObject {
  const { operationId = operation.name, summary, description } = declared;
  const { request, answers } = EXAMPLES[operationId] ?? { answers: {} };
  const { body, query } = inputs(operation, declared);
  const bodyName = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  if (body) schemas[bodyName] = body;
  const isPost = operation.method === 'POST';
  const success = declared.responses?.['200']?.content?.['application/json']?.schema;
  const common = headers('X-Request-Id', 'RateLimit', 'RateLimit-Policy');
  return {
    tags: [tagOf(operation)],
    operationId,
    summary,
    description: `${description}\n\nNeeds a token with the scope \`${operation.permission}\`.`,
    security: [{ [SCHEME]: [operation.permission] }],
    'x-required-scope': operation.permission,
    ...(operation.isAddition && { 'x-addition': true }),
    parameters: [
      ...query,
      ...(isPost ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(operation.conditional ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ],
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${bodyName}` }, examples: request } },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(answers).map(([status, { description, examples }]) => [
          status,
          {
            description,
            headers: {
              ...common,
              ...(isPost && headers('Idempotent-Replayed')),
              ...(operation.conditional && headers('ETag')),
            },
            content: { 'application/json': { schema: openAnswers(success), examples } },
          },
        ]),
      ),
      ...(operation.conditional && {
        '304': { description: 'What you hold is the newest.', headers: { ...common, ...headers('ETag') } },
      }),
      ...problemResponses(operation),
    },
  };
}

/** Splits the inputs into query parameters and the body. The generator puts all inputs of a POST into the body. */
function inputs(operation: Operation, declared: OperationObject): { query: Parameter[]; body?: Schema } {
  const names = Object.keys(operation.query);
  if (operation.method === 'GET') {
    const parameters = (declared.parameters ?? []).filter((parameter) => 'name' in parameter);
    return { query: parameters.map(({ name, schema = {} }) => parameterOf(operation, name, schema)) };
  }
  const content = declared.requestBody && 'content' in declared.requestBody ? declared.requestBody.content : {};
  const schema = content['application/json']?.schema;
  if (!schema || '$ref' in schema) throw new Error(`The body of ${operation.name} should be described in place`);
  const properties = Object.entries(schema.properties ?? {});
  return {
    query: properties
      .filter(([name]) => names.includes(name))
      .map(([name, field]) => parameterOf(operation, name, field)),
    body: { ...schema, properties: Object.fromEntries(properties.filter(([name]) => !names.includes(name))) },
  };
}

function parameterOf(operation: Operation, name: string, schema: Schema): Parameter {
  const { description, ...rest } = schema;
  return {
    name,
    in: 'query',
    required: false,
    ...(description && { description }),
    // A list is one parameter with comma-separated values.
    ...(operation.query[name] === 'list' && { style: 'form', explode: false }),
    schema: rest,
  };
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
