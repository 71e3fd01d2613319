import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OutgoingEventType } from '@training/shared/events/outgoing-events';
import { SubscribableEventType } from '@training/shared/webhooks/webhooks';
import { afterAll, expect, test } from 'vitest';
import { WEBHOOK_PAYLOAD_BYTE_LIMIT, webhookPayloadSchemaOf } from '@training/shared/webhooks/webhook-payloads';
import { outgoingCauses } from '../../src/features/events/outgoing-causes-fixture.ts';
import { appRouter } from '../../src/app/router.ts';
import { formatOpenApiDocument } from '../../src/http/openapi/openapi-document.ts';
import { startKeyServer } from '../key-server.ts';
import { payloadValidator } from '../payload-validator.ts';
import { WebhookStandIn } from './stand-in.ts';

const server = await startKeyServer({
  jobs: true,
  env: { OUTGOING_HTTP: 'true', OUTGOING_PRIVATE_TARGETS: 'loopback' },
});
const { cast, causes } = await outgoingCauses(server);
const complaints = payloadValidator(formatOpenApiDocument(appRouter));

const standIn = new WebhookStandIn(() => undefined);
const receiver = createServer((request, response) => void standIn.receive(request, response)).listen(0, '127.0.0.1');
await once(receiver, 'listening');
afterAll(() => void receiver.close());

// rules/webhooks 18, rules/events 3 and 4
test('every type of event is delivered as the contract and the OpenAPI document say, signed, and in its place', async () => {
  const { port } = receiver.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/`;
  const added = await cast.admin.client.webhooks.add.mutate({ url, types: SubscribableEventType.options });
  expect(added.test.delivered).toBe(true);
  standIn.addSecret(added.secret);
  // A newer article of the same page supersedes the one before, so that is among them too.
  for (const cause of Object.values(causes)) await cause();
  const typesHeard = () => [...new Set(standIn.heard.map(({ type }) => type))].toSorted();
  await expect.poll(typesHeard).toEqual(OutgoingEventType.options.toSorted());

  for (const { body, signature } of standIn.heard) {
    const payload: { type: unknown } = JSON.parse(body);
    const type = OutgoingEventType.parse(payload.type);
    expect(signature, body).toBe('right');
    expect(webhookPayloadSchemaOf(type).safeParse(payload).error, body).toBeUndefined();
    expect(complaints(payload), body).toEqual([]);
    expect(Buffer.byteLength(body)).toBeLessThan(WEBHOOK_PAYLOAD_BYTE_LIMIT);
  }
  const sequences = standIn.heard.flatMap(({ sequence }) => sequence ?? []);
  expect(new Set(sequences).size).toBe(sequences.length);
});
