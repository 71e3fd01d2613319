import { z } from 'zod';
import { contractMessage } from '#contract';
import { Count, Email, ExternalId, Id, PageLimit, MomentInput, PageOffset, Timestamp } from '../primitives.ts';
import { Problem } from '../problem.ts';

/** The maximum number of shifts in one request. */
export const MAX_SHIFTS_PER_REQUEST = 5_000;
/** The maximum number of shifts of a workspace. */
export const MAX_SHIFTS_PER_WORKSPACE = 100_000;
/** The maximum number of people who get a shift in one request of the console. */
export const MAX_PEOPLE_PER_ADDED_SHIFT = 200;
/** Days that a request may replace. */
const MOST_DAYS = 31;

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const span = (from: string, to: string) => Date.parse(to) - Date.parse(from);

/** An hour more than the days, in which clocks may be set back. */
const isWithin = (length: number, days: number) => length <= days * DAY + HOUR;

const Shift = z.strictObject({ starts_at: MomentInput, ends_at: MomentInput.describe('A minute to 24 hours later.') });

const isShift = ({ starts_at, ends_at }: z.infer<typeof Shift>) => {
  const length = span(starts_at, ends_at);
  return length >= MINUTE && isWithin(length, 1);
};
const shiftLength = { path: ['ends_at'], error: () => contractMessage('minuteToDayLater') };

/** A shift of a request (rules/shifts 1). */
export const ShiftToStore = Shift.extend({
  email: Email.describe('The person; or `external_id` names them. Of both, each has to be theirs.').optional(),
  external_id: ExternalId.describe('The person’s number.').optional(),
})
  .refine(({ email, external_id }) => email !== undefined || external_id !== undefined, {
    path: ['email'],
    error: () => contractMessage('emailOrExternalId'),
  })
  .refine(isShift, shiftLength)
  .meta({ id: 'PersonShift' });
export type ShiftToStore = z.infer<typeof ShiftToStore>;

/** Each row is checked by itself, so a wrong one is refused alone. */
export const ReplaceShifts = z
  .strictObject({
    from: MomentInput.describe('Shifts that begin from here on are replaced …'),
    to: MomentInput.describe(`… if they begin before this: up to ${MOST_DAYS} days later.`),
    shifts: z
      .array(z.custom<z.input<typeof ShiftToStore>>().meta({ override: { $ref: '#/components/schemas/PersonShift' } }))
      .max(MAX_SHIFTS_PER_REQUEST)
      .describe('All that begin in that time; with none, there are none anymore.'),
  })
  .refine(({ from, to }) => span(from, to) > 0, {
    path: ['to'],
    error: () => contractMessage('laterThanFromParameter'),
  })
  .refine(({ from, to }) => isWithin(span(from, to), MOST_DAYS), {
    path: ['to'],
    error: () => contractMessage('daysAfterFrom', { days: MOST_DAYS }),
  });
export type ReplaceShifts = z.infer<typeof ReplaceShifts>;

const index = Count.describe('Which of the shifts sent, from 0.');

export const StoredShiftResult = z
  .strictObject({
    index,
    status: z.union([z.literal(200), z.literal(201)]).describe('201 where it was added.'),
    result: z.enum(['added', 'updated', 'unchanged']).describe('`updated`: with another end.'),
  })
  .meta({ id: 'ShiftStored' });

export const RefusedShiftResult = z
  .strictObject({ index, status: z.int().min(400).max(599), problem: Problem })
  .meta({ id: 'ShiftRefused' });

export const ReplaceShiftsResponse = z
  .strictObject({
    results: z
      .array(z.union([StoredShiftResult, RefusedShiftResult]))
      .describe('One for each shift, in the order sent.'),
    counts: z.strictObject({
      added: Count,
      updated: Count,
      unchanged: Count,
      removed: Count.describe('Shifts that began in that time, and weren’t sent.'),
      refused: Count,
    }),
  })
  .meta({ id: 'ReplacedShifts' });
export type ReplaceShiftsResponse = z.infer<typeof ReplaceShiftsResponse>;

/** Shifts of the next days, and those that haven’t ended. */
export const ListShifts = z.strictObject({
  search: z.string().trim().max(200).optional().describe('Part of a name.'),
  limit: PageLimit.default(50),
  offset: PageOffset.default(0),
});
export type ListShifts = z.infer<typeof ListShifts>;

/** A shift as listed in the console. @property is_on Whether shared devices list the person. */
export const ListedShift = z.strictObject({
  user_id: Id,
  full_name: z.string(),
  starts_at: Timestamp,
  ends_at: Timestamp,
  has_begun: z.boolean(),
  is_on: z.boolean(),
});
export type ListedShift = z.infer<typeof ListedShift>;

export const ShiftPage = z.strictObject({ shifts: z.array(ListedShift), total: Count });
export type ShiftPage = z.infer<typeof ShiftPage>;

/** People who can get a shift: active ones who can sign in with a PIN. */
export const FindShiftCandidates = z.strictObject({
  search: z.string().trim().max(200),
  limit: z.int().min(1).max(500).default(20),
});
export type FindShiftCandidates = z.infer<typeof FindShiftCandidates>;

export const ShiftCandidates = z.array(z.strictObject({ id: Id, full_name: z.string(), external_id: z.string() }));
export type ShiftCandidates = z.infer<typeof ShiftCandidates>;

export const AddShifts = Shift.extend({ user_ids: z.array(Id).min(1).max(MAX_PEOPLE_PER_ADDED_SHIFT) }).refine(
  isShift,
  shiftLength,
);
export type AddShifts = z.infer<typeof AddShifts>;

/** A shift, named by its person and beginning. */
export const ShiftRef = z.strictObject({ user_id: Id, starts_at: MomentInput });
export type ShiftRef = z.infer<typeof ShiftRef>;
