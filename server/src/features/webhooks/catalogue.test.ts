import webhooks from '../../../../shared/messages/en/webhooks.json' with { type: 'json' };
import { OutgoingEventType } from '@training/shared/events/outgoing-events';
import {
  EVENT_TYPE_GROUPS,
  eventTypeDescriptionOf,
  exampleWebhookPayloadOf,
  WEBHOOK_PAYLOAD_BYTE_LIMIT,
  webhookPayloadSchemaOf,
  UntypedWebhookPayload,
} from '@training/shared/webhooks/webhook-payloads';
import { SubscribableEventType } from '@training/shared/webhooks/webhooks';
import { expect, test } from 'vitest';

// rules/webhooks 18
test.each(OutgoingEventType.options)(
  'the example of %s is what its schema says, and the type says what it means',
  (type) => {
    const example = exampleWebhookPayloadOf(type);
    expect(webhookPayloadSchemaOf(type).parse(example)).toEqual(example);
    expect(UntypedWebhookPayload.parse(example)).toEqual(example);
    expect(JSON.stringify(example).length).toBeLessThan(WEBHOOK_PAYLOAD_BYTE_LIMIT);
    expect(eventTypeDescriptionOf(type)).toMatch(/^[A-Z].{15,}\.$/);
  },
);

test('the catalogue has each type that can be chosen once, and no test', () => {
  const listed = EVENT_TYPE_GROUPS.flatMap(({ types }) => types);
  expect(listed.toSorted()).toEqual([...SubscribableEventType.options].toSorted());
  expect(SubscribableEventType.safeParse('endpoint.test').success).toBe(false);
});

test('the console describes each type as the API does', () => {
  const described = SubscribableEventType.options.map((type) => [`type.${type}`, eventTypeDescriptionOf(type)]);
  expect(webhooks).toMatchObject(Object.fromEntries(described));
});
