import { EventActor, OutgoingType } from '@training/shared/events/outgoing-events';
import { describeType, examplePayload, payloadName, payloadOf } from '@training/shared/webhooks/webhook-payloads';
import type { OpenAPIObject } from 'trpc-to-openapi';
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi';
import { EVENTS_TAG } from './tags.ts';

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

type Webhooks = Required<Pick<OpenAPIObject, 'webhooks'>>['webhooks'];
type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** Headers of a webhook delivery, as defined by Standard Webhooks. */
export const WEBHOOK_HEADERS = {
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
export function openApiWebhooks(): { webhooks: Webhooks; schemas: Schemas } {
  const types = OutgoingType.options;
  const made = createDocument({
    openapi: '3.1.1',
    info: { title: '', version: '' },
    webhooks: Object.fromEntries(types.map((type) => [type, { post: webhookOf(type) }])),
    components: {
      schemas: {
        EventActor,
        ...Object.fromEntries(types.map((type) => [payloadName(type), payloadOf(type)])),
      },
    },
  });
  return { webhooks: made.webhooks ?? {}, schemas: openAnswers(made.components?.schemas ?? {}) };
}

function webhookOf(type: OutgoingType): ZodOpenApiOperationObject {
  const reference = { $ref: `#/components/schemas/${payloadName(type)}` };
  return {
    tags: [EVENTS_TAG],
    operationId: `receive${payloadName(type)}`,
    summary: type,
    description: `${describeType(type)}\n\n${DELIVERED}`,
    security: [],
    parameters: Object.keys(WEBHOOK_HEADERS).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: reference,
          examples: { event: { summary: 'For instance', value: examplePayload(type) } },
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
