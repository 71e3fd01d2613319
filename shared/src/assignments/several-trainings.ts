import { z } from 'zod';
import { ERRORS } from '../errors.ts';
import { keysOf } from '../keys-of.ts';
import { Id, text, Timestamp } from '../primitives.ts';

/** The maximum number of trainings that one call reminds of or changes. */
export const MOST_TRAININGS = 100;

/** A person is reminded of a module at most once in this many hours (rules/notifications 10). */
export const HOURS_BETWEEN_REMINDERS = 24;

const named = { enrollment_ids: z.array(Id).min(1).max(MOST_TRAININGS) };

/** Reminds people of what they owe, or of a certificate that expires. */
export const RemindOfTrainings = z.strictObject(named);
export type RemindOfTrainings = z.infer<typeof RemindOfTrainings>;

/**
 * A change of several people's trainings. `excuse`: they no longer owe them. `extend`: they are due later.
 */
export const ChangeOfTrainings = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('excuse'), reason: text(1, 2000) }),
  z.strictObject({
    kind: z.literal('extend'),
    due_on: z.iso.date().describe('The new last day, in the workspace’s time zone; later than now, today or later.'),
  }),
]);
export type ChangeOfTrainings = z.infer<typeof ChangeOfTrainings>;

/** Applies one change to each training independently. A refusal of one doesn’t affect the others. */
export const ChangeTrainings = z.strictObject({ ...named, change: ChangeOfTrainings });
export type ChangeTrainings = z.infer<typeof ChangeTrainings>;

/** The outcome for one training. */
export const TrainingOutcome = z.strictObject({
  enrollment_id: Id,
  full_name: z.string().describe('Empty where there is no such training.'),
  module: z.string(),
  refused: z
    .strictObject({ code: z.enum(keysOf(ERRORS)), detail: z.string() })
    .nullable()
    .describe('Why nothing was done; null: it was done.'),
});
export type TrainingOutcome = z.infer<typeof TrainingOutcome>;

export const TrainingOutcomes = z.strictObject({ outcomes: z.array(TrainingOutcome) });
export type TrainingOutcomes = z.infer<typeof TrainingOutcomes>;

/** The newest reminder of a training. */
export const LastReminder = z.strictObject({ at: Timestamp, by_name: z.string() });
export type LastReminder = z.infer<typeof LastReminder>;
