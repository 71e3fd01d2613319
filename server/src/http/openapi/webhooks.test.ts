import { OutgoingEventType } from '@training/shared/events/outgoing-events';
import { exampleWebhookPayloadOf, webhookPayloadSchemaOf } from '@training/shared/webhooks/webhook-payloads';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { payloadValidator } from '../../../test/payload-validator.ts';
import { appRouter } from '../../app/router.ts';
import { formatOpenApiDocument } from './openapi-document.ts';

const Webhook = z.object({
  post: z.object({
    operationId: z.string(),
    description: z.string(),
    parameters: z.array(z.object({ $ref: z.string() })),
    requestBody: z.object({
      content: z.object({
        'application/json': z.object({ examples: z.record(z.string(), z.object({ value: z.unknown() })) }),
      }),
    }),
  }),
});
const Document = z.object({
  webhooks: z.record(z.string(), Webhook),
  components: z.object({ parameters: z.record(z.string(), z.object({ name: z.string() })) }),
});

const text = formatOpenApiDocument(appRouter);
const { webhooks, components } = Document.parse(JSON.parse(text));
const complaints = payloadValidator(text);
const types = OutgoingEventType.options;

test('the document has a webhook for each type of event, and no other', () => {
  expect(Object.keys(webhooks)).toEqual(types);
});

// rules/webhooks 18
test.each(types)('%s: the contract and the document agree on its example', (type) => {
  const examples = Object.values(webhooks[type]?.post.requestBody.content['application/json'].examples ?? {});
  expect(examples).toHaveLength(1);
  for (const { value } of examples) {
    expect(webhookPayloadSchemaOf(type).safeParse(value).error).toBeUndefined();
    expect(complaints(value)).toEqual([]);
  }
});

test.each(types)('%s: what lacks a field, has a wrong one or is of another type is found', (type) => {
  const { data, ...rest } = exampleWebhookPayloadOf(type);
  for (const field of Object.keys(rest).filter((name) => name !== 'type')) {
    expect(complaints({ ...rest, data, [field]: undefined }), field).not.toEqual([]);
  }
  expect(complaints({ ...rest, data: { ...data, by: undefined } })).not.toEqual([]);
  expect(complaints({ ...rest, data, sequence: 0 })).not.toEqual([]);
  expect(complaints({ ...rest, data, type: 'user.forgotten' })).not.toEqual([]);
});

// rules/webhooks 18
test('a later version may add fields, and a receiver that validates goes on', () => {
  const { data, ...rest } = exampleWebhookPayloadOf('user.created');
  expect(complaints({ ...rest, added: 1, data: { ...data, added: 1 } })).toEqual([]);
});

test.each(types)('%s names the three header fields that it is checked by', (type) => {
  const names = webhooks[type]?.post.parameters.map(
    ({ $ref }) => components.parameters[$ref.replace('#/components/parameters/', '')]?.name,
  );
  expect(names).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
});
