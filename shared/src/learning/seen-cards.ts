import { z } from 'zod';
import { Id } from '../primitives.ts';
import { CONTENT_LIMITS } from '../courses/section-length.ts';

/** Seconds that a card must be on screen to count as seen. */
export const SECONDS_UNTIL_CARD_SEEN = 1;

/** Reports the card that is on screen now, replacing the previous one. */
export const ReportShownCard = z.strictObject({ enrollment_id: Id, revision_id: Id, card_id: Id });
export type ReportShownCard = z.infer<typeof ReportShownCard>;

/**
 * Reports cards as seen; 409 `stale_revision` for any revision but the pinned one. A card counts if `learning.show`
 * reported it and it has been on screen for a second by the server's clock.
 */
export const RecordSeenCards = z.strictObject({
  enrollment_id: Id,
  revision_id: Id,
  card_ids: z.array(Id).min(1).max(CONTENT_LIMITS.cards),
});
export type RecordSeenCards = z.infer<typeof RecordSeenCards>;
