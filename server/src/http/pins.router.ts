import { ChangePin, CreateSignInCodes, PinOwnerRef, PinState, CreatedSignInCodes } from '@training/shared/pins/pins';
import { z } from 'zod';
import { changeOwnPin, createSignInCodes, readPinState, unlockPin } from '../auth/pins/pins.ts';
import { permittedProcedure, router } from './procedures.ts';

const Nothing = z.strictObject({});

/** PINs and the codes to choose one (rules/sign-in 15 to 17). */
export const pinsRouter = router({
  state: permittedProcedure('pins:reset')
    .input(PinOwnerRef)
    .output(PinState)
    .query(({ ctx, input }) => readPinState(ctx, input)),
  createCodes: permittedProcedure('pins:reset')
    .input(CreateSignInCodes)
    .output(CreatedSignInCodes)
    .mutation(({ ctx, input }) => createSignInCodes(ctx, input)),
  unlock: permittedProcedure('pins:reset')
    .input(PinOwnerRef)
    .output(PinState)
    .mutation(({ ctx, input }) => unlockPin(ctx, input)),
  change: permittedProcedure('profile:write')
    .input(ChangePin)
    .output(Nothing)
    .mutation(async ({ ctx, input }) => {
      await changeOwnPin(ctx, input, await ctx.session());
      return {};
    }),
});
