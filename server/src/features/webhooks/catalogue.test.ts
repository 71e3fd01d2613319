import webhooks from '../../../../shared/messages/en/webhooks.json' with { type: 'json' };
import { OutgoingType } from '@training/shared/events/outgoing-events';
import {
  EVENT_TYPE_GROUPS,
  describeType,
  examplePayload,
  LONGEST_PAYLOAD,
  payloadOf,
  WebhookPayload,
} from '@training/shared/webhooks/webhook-payloads';
import { SubscribableType } from '@training/shared/webhooks/webhooks';
import { expect, test } from 'vitest';

// rules/webhooks 18
test.each(OutgoingType.options)(
  'the example of %s is what its schema says, and the type says what it means',
  (type) => {
    const example = examplePayload(type);
    expect(payloadOf(type).parse(example)).toEqual(example);
    expect(WebhookPayload.parse(example)).toEqual(example);
    expect(JSON.stringify(example).length).toBeLessThan(LONGEST_PAYLOAD);
    expect(describeType(type)).toMatch(/^[A-Z].{15,}\.$/);
  },
);

test('the catalogue has each type that can be chosen once, and no test', () => {
  const listed = EVENT_TYPE_GROUPS.flatMap(({ types }) => types);
  expect(listed.toSorted()).toEqual([...SubscribableType.options].toSorted());
  expect(SubscribableType.safeParse('endpoint.test').success).toBe(false);
});

test('the console describes each type as the API does', () => {
  const described = SubscribableType.options.map((type) => [`type.${type}`, describeType(type)]);
  expect(webhooks).toMatchObject(Object.fromEntries(described));
});
