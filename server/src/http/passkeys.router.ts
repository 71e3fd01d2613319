import {
  AddPasskey,
  PasskeyRef,
  OwnPasskeys,
  Passkey,
  PasskeyCreationOptions,
  CreatedRecoveryCodes,
  RenamePasskey,
  UseRecoveryCode,
} from '@training/shared/passkeys/passkeys';
import { z } from 'zod';
import type { OwnIdentityContext } from '../auth/passkeys/own-identity.ts';
import {
  addPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
  startAddingPasskey,
} from '../auth/passkeys/passkeys.ts';
import { confirmSessionByRecoveryCode, createRecoveryCodes } from '../auth/passkeys/recovery-codes.ts';
import { type RequestContext, router, signedInProcedure } from './procedures.ts';

const Nothing = z.strictObject({});

async function ownContext(ctx: RequestContext): Promise<OwnIdentityContext> {
  const { db, now, requestId, ip } = ctx;
  return { db, now, requestId, ip, identity: await ctx.identity(), site: ctx.passkeySite() };
}

/** Passkeys and recovery codes of the signed-in person, whatever their workspaces. */
export const passkeysRouter = router({
  list: signedInProcedure.output(OwnPasskeys).query(async ({ ctx }) => listPasskeys(await ownContext(ctx))),
  startAdding: signedInProcedure
    .input(Nothing)
    .output(PasskeyCreationOptions)
    .mutation(async ({ ctx }) => startAddingPasskey(await ownContext(ctx))),
  add: signedInProcedure
    .input(AddPasskey)
    .output(Passkey)
    .mutation(async ({ ctx, input }) => addPasskey(await ownContext(ctx), input)),
  rename: signedInProcedure
    .input(RenamePasskey)
    .output(Passkey)
    .mutation(async ({ ctx, input }) => renamePasskey(await ownContext(ctx), input)),
  remove: signedInProcedure
    .input(PasskeyRef)
    .output(Nothing)
    .mutation(async ({ ctx, input }) => {
      await removePasskey(await ownContext(ctx), input.id);
      return {};
    }),
  createRecoveryCodes: signedInProcedure
    .input(Nothing)
    .output(CreatedRecoveryCodes)
    .mutation(async ({ ctx }) => ({ codes: await createRecoveryCodes(await ownContext(ctx)) })),
  useRecoveryCode: signedInProcedure
    .input(UseRecoveryCode)
    .output(Nothing)
    .mutation(async ({ ctx, input }) => {
      await confirmSessionByRecoveryCode(await ownContext(ctx), input.code);
      return {};
    }),
});
