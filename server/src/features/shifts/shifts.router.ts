import {
  AddShifts,
  FindShiftPeople,
  ListShifts,
  MOST_SHIFTS_AT_ONCE,
  ShiftRef,
  ReplacedShifts,
  ReplaceShifts,
  ShiftPage,
  ShiftPeople,
} from '@training/shared/shifts/shifts';
import { z } from 'zod';
import { can, router } from '../../http/procedures.ts';
import { restOperation } from '../../http/rest/meta.ts';
import { replaceShifts } from './replace-shifts.ts';
import { addShifts, endShift, findShiftPeople, listShifts } from './shifts.ts';

/** Returns the number of shifts in the input of a request; 0 if it is invalid. */
const shiftsIn = (input: unknown) => Sent.safeParse(input).data?.shifts.length ?? 0;
const Sent = z.object({ shifts: z.array(z.unknown()).max(MOST_SHIFTS_AT_ONCE) });

/** Procedures for shifts. Shared devices can list who is on shift (rules/shifts). */
export const shiftsRouter = router({
  list: can('shifts:write')
    .input(ListShifts)
    .output(ShiftPage)
    .query(({ ctx, input }) => listShifts(ctx, input)),
  people: can('shifts:write')
    .input(FindShiftPeople)
    .output(ShiftPeople)
    .query(({ ctx, input }) => findShiftPeople(ctx, input)),
  replace: can('shifts:write')
    .meta(
      restOperation('POST', '/shifts', {
        operationId: 'replaceShifts',
        summary: 'Replace shifts',
        description:
          `The shifts that begin from \`from\` until before \`to\`, up to ${MOST_SHIFTS_AT_ONCE}, in place of those there. Each ` +
          'is checked by itself: one that is refused doesn’t stop the others, and is not stored. If all are refused, ' +
          'nothing changes. Shared devices can list who is on shift. Counts as one write, and its shifts against a ' +
          'limit of their own.',
        mostBytes: 4 * 1024 * 1024,
        people: shiftsIn,
        rows: 'shifts',
        isAddition: true,
        errors: ['shift_limit_reached'],
      }),
    )
    .input(ReplaceShifts)
    .output(ReplacedShifts)
    .mutation(({ ctx, input }) => replaceShifts(ctx, input)),
  add: can('shifts:write')
    .input(AddShifts)
    .output(z.strictObject({}))
    .mutation(async ({ ctx, input }) => {
      await addShifts(ctx, input);
      return {};
    }),
  end: can('shifts:write')
    .input(ShiftRef)
    .output(z.strictObject({}))
    .mutation(async ({ ctx, input }) => {
      await endShift(ctx, input);
      return {};
    }),
});
