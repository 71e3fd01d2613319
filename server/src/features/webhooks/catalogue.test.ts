import webhooks from '../../../../shared/messages/en/webhooks.json' with { type: 'json' };
import { OutgoingEventType } from '@training/shared/events/outgoing-events';
import {
  EVENT_TYPE_GROUPS,
  eventTypeDescription,
  exampleWebhookPayload,
  WEBHOOK_PAYLOAD_BYTE_LIMIT,
  webhookPayloadSchema,
  WebhookPayload,
} from '@training/shared/webhooks/webhook-payloads';
import { SubscribableEventType } from '@training/shared/webhooks/webhooks';
import { expect, test } from 'vitest';

// rules/webhooks 18
test.each(OutgoingEventType.options)(
  'the example of %s is what its schema says, and the type says what it means',
  (type) => {
    const example = exampleWebhookPayload(type);
    expect(webhookPayloadSchema(type).parse(example)).toEqual(example);
    expect(WebhookPayload.parse(example)).toEqual(example);
    expect(JSON.stringify(example).length).toBeLessThan(WEBHOOK_PAYLOAD_BYTE_LIMIT);
    expect(eventTypeDescription(type)).toMatch(/^[A-Z].{15,}\.$/);
  },
);

test('the catalogue has each type that can be chosen once, and no test', () => {
  const listed = EVENT_TYPE_GROUPS.flatMap(({ types }) => types);
  expect(listed.toSorted()).toEqual([...SubscribableEventType.options].toSorted());
  expect(SubscribableEventType.safeParse('endpoint.test').success).toBe(false);
});

test('the console describes each type as the API does', () => {
  const described = SubscribableEventType.options.map((type) => [`type.${type}`, eventTypeDescription(type)]);
  expect(webhooks).toMatchObject(Object.fromEntries(described));
});
