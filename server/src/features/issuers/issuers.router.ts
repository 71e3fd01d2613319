import {
  IssuerRef,
  SignInDomainRef,
  RequireSingleSignOn,
  SaveIssuer,
  SaveSamlIssuer,
  SingleSignOn,
} from '@training/shared/issuers/issuers';
import { addDomain, removeDomain, verifyDomain } from './domains.ts';
import { removeIssuer, requireSingleSignOn, saveIssuer, saveSamlIssuer } from './issuers.ts';
import { readSingleSignOn } from './read-single-sign-on.ts';
import { can, router } from '../../http/procedures.ts';

const write = can('workspace:write').output(SingleSignOn);

/** Single sign-on by the workspace's own issuer (rules/sign-in 30 to 38). */
export const issuersRouter = router({
  read: can('workspace:read')
    .output(SingleSignOn)
    .query(({ ctx }) => readSingleSignOn(ctx)),
  save: write.input(SaveIssuer).mutation(({ ctx, input }) => saveIssuer(ctx, input)),
  saveSaml: write.input(SaveSamlIssuer).mutation(({ ctx, input }) => saveSamlIssuer(ctx, input)),
  remove: write.input(IssuerRef).mutation(({ ctx, input }) => removeIssuer(ctx, input)),
  require: write
    .input(RequireSingleSignOn)
    .mutation(async ({ ctx, input }) => requireSingleSignOn(ctx, input, await ctx.session())),
  addDomain: write.input(SignInDomainRef).mutation(({ ctx, input }) => addDomain(ctx, input)),
  verifyDomain: write.input(SignInDomainRef).mutation(({ ctx, input }) => verifyDomain(ctx, input)),
  removeDomain: write.input(SignInDomainRef).mutation(({ ctx, input }) => removeDomain(ctx, input)),
});
