import { z } from 'zod';
import { Id, Timestamp } from '../primitives.ts';

/** A person whose e-mail address was permanently rejected by a mail server (rules/notifications 25). */
export const RejectedMailAddress = z.strictObject({
  user_id: Id,
  error: z.string().describe('What the server said.'),
  at: Timestamp,
});
export type RejectedMailAddress = z.infer<typeof RejectedMailAddress>;

export const FindRejectedMailAddressesOfPeople = z.strictObject({ user_ids: z.array(Id).max(500) });
export type FindRejectedMailAddressesOfPeople = z.infer<typeof FindRejectedMailAddressesOfPeople>;

export const RetryRejectedMail = z.strictObject({ user_id: Id });
export type RetryRejectedMail = z.infer<typeof RetryRejectedMail>;

export const RetriedRejectedMail = z.strictObject({
  mails: z.int().describe('How many mails of the last three days are sent now, as far as they still hold.'),
});
export type RetriedRejectedMail = z.infer<typeof RetriedRejectedMail>;
