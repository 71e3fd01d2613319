import { ChangePin, CreateSignInCodes, PinOwnerRef, PinState, SignInCodes } from '@training/shared/pins/pins';
import { z } from 'zod';
import { changePin, createSignInCodes, readPinState, unlockPin } from '../auth/pins/pins.ts';
import { can, router } from './procedures.ts';

const Nothing = z.strictObject({});

/** PINs and the codes to choose one (rules/sign-in 15 to 17). */
export const pinsRouter = router({
  state: can('pins:reset')
    .input(PinOwnerRef)
    .output(PinState)
    .query(({ ctx, input }) => readPinState(ctx, input)),
  createCodes: can('pins:reset')
    .input(CreateSignInCodes)
    .output(SignInCodes)
    .mutation(({ ctx, input }) => createSignInCodes(ctx, input)),
  unlock: can('pins:reset')
    .input(PinOwnerRef)
    .output(PinState)
    .mutation(({ ctx, input }) => unlockPin(ctx, input)),
  change: can('profile:write')
    .input(ChangePin)
    .output(Nothing)
    .mutation(async ({ ctx, input }) => {
      await changePin(ctx, input, await ctx.session());
      return {};
    }),
});
