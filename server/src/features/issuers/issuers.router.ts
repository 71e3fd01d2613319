import {
  ActiveOrUntriedIssuerRef,
  SignInDomainRef,
  RequireSingleSignOn,
  SaveOpenIdIssuer,
  SaveSamlIssuer,
  SingleSignOnSettings,
} from '@training/shared/issuers/issuers';
import { addDomain, removeDomain, verifyDomain } from './domains.ts';
import { removeIssuer, setSingleSignOnRequired, saveOidcIssuer, saveSamlIssuer } from './issuers.ts';
import { readSingleSignOnSettings } from './read-single-sign-on.ts';
import { permittedProcedure, router } from '../../http/procedures.ts';

const write = permittedProcedure('workspace:write').output(SingleSignOnSettings);

/** Single sign-on by the workspace's own issuer (rules/sign-in 30 to 38). */
export const issuersRouter = router({
  read: permittedProcedure('workspace:read')
    .output(SingleSignOnSettings)
    .query(({ ctx }) => readSingleSignOnSettings(ctx)),
  save: write.input(SaveOpenIdIssuer).mutation(({ ctx, input }) => saveOidcIssuer(ctx, input)),
  saveSaml: write.input(SaveSamlIssuer).mutation(({ ctx, input }) => saveSamlIssuer(ctx, input)),
  remove: write.input(ActiveOrUntriedIssuerRef).mutation(({ ctx, input }) => removeIssuer(ctx, input)),
  require: write
    .input(RequireSingleSignOn)
    .mutation(async ({ ctx, input }) => setSingleSignOnRequired(ctx, input, await ctx.session())),
  addDomain: write.input(SignInDomainRef).mutation(({ ctx, input }) => addDomain(ctx, input)),
  verifyDomain: write.input(SignInDomainRef).mutation(({ ctx, input }) => verifyDomain(ctx, input)),
  removeDomain: write.input(SignInDomainRef).mutation(({ ctx, input }) => removeDomain(ctx, input)),
});
