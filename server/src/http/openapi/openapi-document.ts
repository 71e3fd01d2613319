import path from 'node:path';
import { EventActor, OutgoingEventType } from '@training/shared/events/outgoing-events';
import { Problem } from '@training/shared/problem';
import { API_TOKEN_PATTERN } from '@training/shared/tokens/tokens';
import { PastCompletionInput } from '@training/shared/attested/attested';
import { ShiftToStore } from '@training/shared/shifts/shifts';
import { BulkUser, BulkUserByExternalId } from '@training/shared/users/bulk';
import {
  eventTypeDescriptionOf,
  exampleWebhookPayloadOf,
  webhookPayloadSchemaNameOf,
  webhookPayloadSchemaOf,
} from '@training/shared/webhooks/webhook-payloads';
import { generateOpenApiDocument, type OpenAPIObject } from 'trpc-to-openapi';
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi';
import packageJson from '../../../package.json' with { type: 'json' };
import type { RestOperation } from '../rest/operations.ts';
import { OPERATION_EXAMPLES } from './examples.ts';
import { refsOfResponseHeaders, REQUEST_HEADER_PARAMETERS, RESPONSE_HEADERS } from './headers.ts';
import { problemResponsesOf } from './problems.ts';
import { WEBHOOK_EVENTS_TAG, listRestOperationsInTagOrder, tagOfOperation, OPERATION_TAGS } from './operation-tags.ts';

/**
 * Returns a response schema without `additionalProperties: false`. A later version may add fields to a response, and
 * clients that validate strictly must keep working. Requests stay closed, because the server refuses unknown fields.
 */
function openAnswers<Schema>(schema: Schema): Schema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) =>
      key === 'additionalProperties' && value === false ? undefined : value,
    ),
  );
}

type Webhooks = Required<Pick<OpenAPIObject, 'webhooks'>>['webhooks'];
type WebhookSchemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** Headers of a webhook delivery, as defined by Standard Webhooks. */
const WEBHOOK_HEADERS = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description:
      'Names the event, and is the same in every attempt and replay: what comes with an id that you have worked on is ' +
      'answered as before, and not worked on again.',
    schema: { type: 'string', format: 'uuid' },
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this attempt was sent, in seconds since 1970. Refuse what is older than five minutes.',
    schema: { type: 'string', pattern: '^\\d+$' },
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description:
      'One or, while a secret is rolled, two signatures with a space between: `v1,` and the base64 of the HMAC-SHA256 of ' +
      '`<webhook-id>.<webhook-timestamp>.<body>` by the secret behind `whsec_`. One that is right is enough.',
    schema: { type: 'string', example: 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=' },
  },
} satisfies NonNullable<NonNullable<OpenAPIObject['components']>['parameters']>;

const DELIVERED =
  'Sent to each endpoint of the workspace that has chosen this type. Answer within 15 s; whatever else than 2xx comes is ' +
  'tried again, for about 28 hours. Events may come twice and in another order than they happened: `webhook-id` and ' +
  '`sequence` tell.';

/**
 * Builds the webhooks section, which `generateOpenApiDocument` doesn't create: one webhook per event type, from the
 * schemas of the contract.
 */
function openApiWebhooks(): { webhooks: Webhooks; schemas: WebhookSchemas } {
  const types = OutgoingEventType.options;
  const made = createDocument({
    openapi: '3.1.1',
    info: { title: '', version: '' },
    webhooks: Object.fromEntries(types.map((type) => [type, { post: webhookOf(type) }])),
    components: {
      schemas: {
        EventActor,
        ...Object.fromEntries(types.map((type) => [webhookPayloadSchemaNameOf(type), webhookPayloadSchemaOf(type)])),
      },
    },
  });
  return { webhooks: made.webhooks ?? {}, schemas: openAnswers(made.components?.schemas ?? {}) };
}

function webhookOf(type: OutgoingEventType): ZodOpenApiOperationObject {
  const reference = { $ref: `#/components/schemas/${webhookPayloadSchemaNameOf(type)}` };
  return {
    tags: [WEBHOOK_EVENTS_TAG],
    operationId: `receive${webhookPayloadSchemaNameOf(type)}`,
    summary: type,
    description: `${eventTypeDescriptionOf(type)}\n\n${DELIVERED}`,
    security: [],
    parameters: Object.keys(WEBHOOK_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: reference,
          examples: { event: { summary: 'For instance', value: exampleWebhookPayloadOf(type) } },
        },
      },
    },
    responses: {
      '2XX': { description: 'It arrived, and is not sent again. The body is kept as part of the attempt, up to 1 KB.' },
      '410': { description: 'The endpoint is wanted no more: it is switched off.' },
      '429': {
        description: 'Too much at once. It is sent again after `Retry-After`, without using up an attempt.',
        headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
      },
    },
  };
}

/** Path of the committed OpenAPI document. */
export const OPENAPI_FILE_PATH = path.resolve(import.meta.dirname, '../../../openapi.json');

/** Returns the OpenAPI document formatted like the committed file. */
export function formatOpenApiDocument(router: DocumentedRouter): string {
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
const FILE = 'application/octet-stream';

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
    defs: { Problem, BulkUser, BulkUserByExternalId, PastCompletion: PastCompletionInput, PersonShift: ShiftToStore },
    securitySchemes: {
      [SCHEME]: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: API_TOKEN_PATTERN.source,
        description:
          'An API token of the workspace. An operation needs the scope in its `security` and `x-required-scope`.',
      },
    },
  });
  const schemas: Schemas = {};
  const paths: Record<string, PathItem> = {};
  for (const operation of listRestOperationsInTagOrder(router)) {
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
    tags: OPERATION_TAGS,
    paths,
    webhooks: events.webhooks,
    components: {
      securitySchemes: components?.securitySchemes ?? {},
      parameters: { ...REQUEST_HEADER_PARAMETERS, ...WEBHOOK_HEADERS },
      headers: RESPONSE_HEADERS,
      schemas: sorted({ ...events.schemas, ...openAnswers(components?.schemas), ...schemas }),
    },
  };
}

function completed(operation: RestOperation, declared: OperationObject, schemas: Schemas): OperationObject {
  const { operationId = operation.name, summary, description } = declared;
  const { request, answers } = OPERATION_EXAMPLES[operationId] ?? { answers: {} };
  const { body, query } = inputs(operation, declared);
  const binary = { type: 'string' as const, format: 'binary' };
  const bodyName = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  if (body) schemas[bodyName] = body;
  const hasKey = operation.method === 'POST' && !operation.isRepeatable;
  const success = declared.responses?.['200']?.content?.['application/json']?.schema;
  const types = operation.file ?? ['application/json'];
  const schema = operation.file ? binary : openAnswers(success);
  const common = refsOfResponseHeaders('X-Request-Id', 'RateLimit', 'RateLimit-Policy');
  return {
    tags: [tagOfOperation(operation)],
    operationId,
    summary,
    description: `${description}\n\nNeeds a token with the scope \`${operation.permission}\`.`,
    security: [{ [SCHEME]: [operation.permission] }],
    'x-required-scope': operation.permission,
    ...(operation.isAddition && { 'x-addition': true }),
    parameters: [
      ...query,
      ...(hasKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(operation.conditional ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ],
    ...(operation.upload && { requestBody: { required: true, content: { [FILE]: { schema: binary } } } }),
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
              ...(hasKey && refsOfResponseHeaders('Idempotent-Replayed')),
              ...(operation.conditional && refsOfResponseHeaders('ETag')),
            },
            content: Object.fromEntries(types.map((type) => [type, { schema, examples }])),
          },
        ]),
      ),
      ...(operation.conditional && {
        '304': {
          description: 'What you hold is the newest.',
          headers: { ...common, ...refsOfResponseHeaders('ETag') },
        },
      }),
      ...problemResponsesOf(operation),
    },
  };
}

/** Splits the inputs into parameters and the body. The generator puts those of the query into the body of a POST. */
function inputs(operation: RestOperation, declared: OperationObject): { query: Parameter[]; body?: Schema } {
  const names = Object.keys(operation.query);
  if (operation.upload) return { query: [] };
  if (operation.method === 'GET') {
    const parameters = (declared.parameters ?? []).filter((parameter) => 'name' in parameter);
    return { query: parameters.map(({ name, schema = {} }) => parameterOf(operation, name, schema)) };
  }
  const inPath = (declared.parameters ?? []).filter((parameter) => 'name' in parameter);
  const content = declared.requestBody && 'content' in declared.requestBody ? declared.requestBody.content : {};
  const schema = content['application/json']?.schema;
  if (!schema || '$ref' in schema) throw new Error(`The body of ${operation.name} should be described in place`);
  const properties = Object.entries(schema.properties ?? {});
  return {
    query: [
      ...inPath.map(({ name, schema = {} }) => parameterOf(operation, name, schema)),
      ...properties
        .filter(([name]) => names.includes(name))
        .map(([name, field]) => parameterOf(operation, name, field)),
    ],
    body: { ...schema, properties: Object.fromEntries(properties.filter(([name]) => !names.includes(name))) },
  };
}

function parameterOf(operation: RestOperation, name: string, schema: Schema): Parameter {
  const { description, ...rest } = schema;
  const isInPath = operation.inPath.includes(name);
  return {
    name,
    in: isInPath ? 'path' : 'query',
    required: isInPath,
    ...(description && { description }),
    // A list is one parameter with comma-separated values.
    ...(operation.query[name] === 'list' && { style: 'form', explode: false }),
    schema: rest,
  };
}

function sorted<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
