import {
  AddShifts,
  FindShiftCandidates,
  ListShifts,
  MAX_SHIFTS_PER_REQUEST,
  ShiftRef,
  ReplaceShiftsResponse,
  ReplaceShifts,
  ShiftPage,
  ShiftCandidates,
} from '@training/shared/shifts/shifts';
import { z } from 'zod';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { createRestOperationMeta } from '../../http/rest/procedure-meta.ts';
import { replaceShifts } from './replace-shifts.ts';
import { addShifts, endShift, findShiftCandidates, listCurrentAndFutureShifts } from './shifts.ts';

/** Returns the number of shifts in the input of a request; 0 if it is invalid. */
const shiftsIn = (input: unknown) => Sent.safeParse(input).data?.shifts.length ?? 0;
const Sent = z.object({ shifts: z.array(z.unknown()).max(MAX_SHIFTS_PER_REQUEST) });

/** Procedures for shifts. Shared devices can list who is on shift (rules/shifts). */
export const shiftsRouter = router({
  list: permittedProcedure('shifts:write')
    .input(ListShifts)
    .output(ShiftPage)
    .query(({ ctx, input }) => listCurrentAndFutureShifts(ctx, input)),
  people: permittedProcedure('shifts:write')
    .input(FindShiftCandidates)
    .output(ShiftCandidates)
    .query(({ ctx, input }) => findShiftCandidates(ctx, input)),
  replace: permittedProcedure('shifts:write')
    .meta(
      createRestOperationMeta('POST', '/shifts', {
        operationId: 'replaceShifts',
        summary: 'Replace shifts',
        description:
          `The shifts that begin from \`from\` until before \`to\`, up to ${MAX_SHIFTS_PER_REQUEST}, in place of those there. Each ` +
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
    .output(ReplaceShiftsResponse)
    .mutation(({ ctx, input }) => replaceShifts(ctx, input)),
  add: permittedProcedure('shifts:write')
    .input(AddShifts)
    .output(z.strictObject({}))
    .mutation(async ({ ctx, input }) => {
      await addShifts(ctx, input);
      return {};
    }),
  end: permittedProcedure('shifts:write')
    .input(ShiftRef)
    .output(z.strictObject({}))
    .mutation(async ({ ctx, input }) => {
      await endShift(ctx, input);
      return {};
    }),
});
