import { z } from 'zod';
import { OUTGOING_EVENTS, type OutgoingType } from '../events/outgoing-events.ts';
import { Id, Timestamp } from '../primitives.ts';

/** The exclusive upper limit of a delivery's body in bytes, whatever users have typed. */
export const LONGEST_PAYLOAD = 20_480;

const sequence = z
  .int()
  .min(1)
  .describe(
    'The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are ' +
      'gaps; what comes with a lower one than before is late or repeated.',
  );

/**
 * The body delivered for an event of this type, following Standard Webhooks. The header `webhook-id` identifies the
 * event, the same in every attempt and replay.
 */
export function payloadOf<Type extends OutgoingType>(type: Type) {
  return z.strictObject({
    type: z.literal(type),
    timestamp: Timestamp.describe('When it happened; when it was sent stands in the header `webhook-timestamp`.'),
    sequence: type === 'endpoint.test' ? z.null().describe('A test has no place among the events.') : sequence,
    workspace_id: Id,
    data: OUTGOING_EVENTS[type],
  });
}

/** Returns the schema name, such as `ModuleSectionApprovedEvent`. */
export function payloadName(type: OutgoingType): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

/** The fields common to all payloads, for receivers that don't know the type yet. */
export const WebhookPayload = z.strictObject({
  type: z.string(),
  timestamp: Timestamp,
  sequence: z.int().min(1).nullable(),
  workspace_id: Id,
  data: z.record(z.string(), z.unknown()),
});
export type WebhookPayload = z.infer<typeof WebhookPayload>;
