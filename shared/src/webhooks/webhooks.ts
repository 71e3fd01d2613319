import { z } from 'zod';
import { contractMessage } from '#contract';
import { OutgoingEventType } from '../events/outgoing-events.ts';
import { Count, HttpUrl, Id, PageLimit, MomentInput, Timestamp, labelSchema } from '../primitives.ts';

/** The maximum number of endpoints per workspace. Each event is stored once per subscribed endpoint. */
export const MAX_WEBHOOKS_PER_WORKSPACE = 100;

/** Hours that the previous secret stays valid after a roll, so that receivers can switch. */
export const FORMER_SECRET_VALID_HOURS = 24;

/** The event types that an endpoint can subscribe to. A test goes only to the tested endpoint. */
export const SubscribableEventType = OutgoingEventType.exclude(['endpoint.test']);
export type SubscribableEventType = z.infer<typeof SubscribableEventType>;

export const WebhookState = z.enum(['on', 'off']);
export type WebhookState = z.infer<typeof WebhookState>;

/** The reason why an endpoint is off. */
export const WebhookOffReason = z
  .enum(['unchecked', 'by_hand', 'failing', 'gone', 'no_secret'])
  .describe(
    '`unchecked`: it has not taken a test yet; `by_hand`; `failing`: for five days; `gone`: it answered 410; ' +
      '`no_secret`: none of its secrets can be opened.',
  );
export type WebhookOffReason = z.infer<typeof WebhookOffReason>;

/** The state of a delivery. */
export const WebhookDeliveryState = z.enum([
  'pending',
  'sending',
  'delivered',
  'retrying',
  'exhausted',
  'held',
  'cancelled',
]);
export type WebhookDeliveryState = z.infer<typeof WebhookDeliveryState>;

/** A secret of an endpoint, without its value. */
export const WebhookSigningSecretMetadata = z.strictObject({
  id: Id,
  created_at: Timestamp,
  expires_at: Timestamp.nullable().describe('Set once another has taken its place: until then both sign.'),
});
export type WebhookSigningSecretMetadata = z.infer<typeof WebhookSigningSecretMetadata>;

/** An endpoint as shown on the page, without its secrets. */
export const WebhookEndpoint = z.strictObject({
  id: Id,
  url: z.string().nullable().describe('Null for those who see the status only: an address can hold a password.'),
  description: z.string().nullable(),
  types: z.array(SubscribableEventType),
  state: WebhookState,
  off_reason: WebhookOffReason.nullable(),
  off_at: Timestamp.nullable(),
  failing_since: Timestamp.nullable().describe('Since when no event has arrived, while it is on.'),
  created_at: Timestamp,
  created_by: z.string().nullable().describe('A name; null for those who see the status only.'),
  updated_at: Timestamp,
  secrets: z.array(WebhookSigningSecretMetadata).describe('One, or two during a roll.'),
  waiting: Count.describe('Events on their way: pending, being sent, or to be tried again.'),
  held: Count.describe('Events that came while it was off, and can be replayed.'),
  exhausted: Count.describe('Events that were given up, within the 30 days that they are kept.'),
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

export const WebhookList = z.strictObject({
  endpoints: z.array(WebhookEndpoint),
  http_allowed: z.boolean().describe('Whether this installation sends to addresses without TLS too.'),
});
export type WebhookList = z.infer<typeof WebhookList>;

const Types = z
  .array(SubscribableEventType)
  .min(1, { error: () => contractMessage('chooseType') })
  .refine((types) => new Set(types).size === types.length, { error: () => contractMessage('eachTypeOnce') });

export const AddWebhook = z.strictObject({
  url: HttpUrl,
  description: labelSchema(200).nullable().default(null),
  types: Types,
});
export type AddWebhook = z.infer<typeof AddWebhook>;

/** The result of an attempt or a test. */
const outcome = {
  status: z.int().nullable().describe('The HTTP status; null where there was no answer.'),
  error: z.string().nullable().describe('Why it counts as failed, in words; null where it was taken.'),
  response: z
    .string()
    .nullable()
    .describe('The beginning of the answer’s body, at most 1 KB; null for those who see the status only.'),
  duration_ms: Count,
};

/** The result of a signed `endpoint.test`. A failed test is a normal response, not an error. */
export const WebhookTestResult = z.strictObject({
  event_id: Id.describe('The `webhook-id` that it was sent with.'),
  delivered: z.boolean(),
  ...outcome,
});
export type WebhookTestResult = z.infer<typeof WebhookTestResult>;

/**
 * The new endpoint. Apart from a roll, the only response that contains a secret. If the test failed, the endpoint
 * exists but is off: a receiver that verifies signatures needs the secret first.
 */
export const AddedWebhook = z.strictObject({
  endpoint: WebhookEndpoint,
  secret: z.string().describe('`whsec_` and 32 bytes in base64.'),
  test: WebhookTestResult,
});
export type AddedWebhook = z.infer<typeof AddedWebhook>;

/** Omitted fields stay unchanged. A new address of an enabled endpoint must pass a test first. */
export const UpdateWebhook = z.strictObject({
  id: Id,
  url: HttpUrl.optional(),
  description: labelSchema(200).nullable().optional(),
  types: Types.optional(),
});
export type UpdateWebhook = z.infer<typeof UpdateWebhook>;

export const WebhookRef = z.strictObject({ id: Id });
export type WebhookRef = z.infer<typeof WebhookRef>;

export const RollWebhookSecret = z.strictObject({
  id: Id,
  end_former: z
    .boolean()
    .default(false)
    .describe('Ends the secret before at once, for one that got into wrong hands; else it is valid for 24 hours.'),
});
export type RollWebhookSecret = z.infer<typeof RollWebhookSecret>;

export const RolledWebhookSecret = z.strictObject({ endpoint: WebhookEndpoint, secret: z.string() });
export type RolledWebhookSecret = z.infer<typeof RolledWebhookSecret>;

export const RemovedWebhook = z.strictObject({ id: Id, removed_at: Timestamp });
export type RemovedWebhook = z.infer<typeof RemovedWebhook>;

export const DeliveryAttempt = z.strictObject({ n: z.int().min(1), at: Timestamp, ...outcome });
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

/** The delivery of one event to one endpoint. */
export const WebhookDelivery = z.strictObject({
  event_id: Id.describe('The `webhook-id`, the same in each attempt and replay.'),
  type: OutgoingEventType,
  at: Timestamp.describe('When it happened.'),
  sequence: z.int().nullable(),
  state: WebhookDeliveryState,
  attempt_count: Count.describe('Those of replays too.'),
  replayed: z.boolean(),
  due_at: Timestamp.nullable().describe('When it is tried again; null where it is not.'),
  finished_at: Timestamp.nullable(),
  last_attempt: DeliveryAttempt.nullable(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const ListDeliveries = z.strictObject({
  id: Id.describe('The endpoint’s.'),
  state: WebhookDeliveryState.optional(),
  type: OutgoingEventType.optional(),
  limit: PageLimit.default(50),
  oldest_first: z.boolean().default(false),
  before: Id.optional().describe('`next` of the page before, in the same order.'),
});
export type ListDeliveries = z.infer<typeof ListDeliveries>;

/** Newest first, unless asked otherwise. */
export const DeliveryPage = z.strictObject({
  deliveries: z.array(WebhookDelivery),
  next: Id.nullable().describe('What the next page begins after; null where this is the last.'),
});
export type DeliveryPage = z.infer<typeof DeliveryPage>;

export const DeliveryRef = z.strictObject({ id: Id.describe('The endpoint’s.'), event_id: Id });
export type DeliveryRef = z.infer<typeof DeliveryRef>;

/** One delivery with all stored details. */
export const DeliveryDetail = WebhookDelivery.extend({
  attempts: z.array(DeliveryAttempt).describe('Newest first, the newest 50.'),
  payload: z.unknown().describe('What is sent; null for those who see the status only.'),
});
export type DeliveryDetail = z.infer<typeof DeliveryDetail>;

const after = Id.optional().describe('`next` of the answer before, to go on.');

/** Selects deliveries to send again, with the same `webhook-id`. Deliveries in progress are unaffected. */
export const ReplayDeliveries = z.discriminatedUnion('which', [
  z.strictObject({ which: z.literal('one'), id: Id, event_id: Id }),
  z.strictObject({ which: z.literal('held'), id: Id, after }),
  z
    .strictObject({
      which: z.literal('span'),
      id: Id,
      from: MomentInput.describe('By when the events happened.'),
      to: MomentInput.optional().describe('Up to, and not including.'),
      after,
    })
    .refine(({ from, to }) => to === undefined || Date.parse(from) < Date.parse(to), {
      path: ['to'],
      error: () => contractMessage('laterThanFrom'),
    }),
]);
export type ReplayDeliveries = z.infer<typeof ReplayDeliveries>;

export const ReplayedDeliveries = z.strictObject({
  replayed: Count,
  next: Id.nullable().describe('Set where there may be more than one answer takes: ask again with it as `after`.'),
});
export type ReplayedDeliveries = z.infer<typeof ReplayedDeliveries>;
