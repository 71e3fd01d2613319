import { z } from 'zod';
import { Id, Timestamp } from '../primitives.ts';

/** A person whose e-mail address was permanently rejected by a mail server (rules/notifications 25). */
export const MailFailure = z.strictObject({
  user_id: Id,
  error: z.string().describe('What the server said.'),
  at: Timestamp,
});
export type MailFailure = z.infer<typeof MailFailure>;

export const ListMailFailures = z.strictObject({ user_ids: z.array(Id).max(500) });
export type ListMailFailures = z.infer<typeof ListMailFailures>;

export const TryMailAgain = z.strictObject({ user_id: Id });
export type TryMailAgain = z.infer<typeof TryMailAgain>;

export const TriedMailAgain = z.strictObject({
  mails: z.int().describe('How many mails of the last three days are sent now, as far as they still hold.'),
});
export type TriedMailAgain = z.infer<typeof TriedMailAgain>;
