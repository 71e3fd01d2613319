import { Session, SignInMethods } from '@training/shared/sessions';
import { constant, router, signedInProcedure } from './procedures.ts';
import { memberships } from '../auth/sessions/memberships.ts';

export const sessionsRouter = router({
  methods: constant.output(SignInMethods).query(({ ctx }) => ({
    magic_link: true as const,
    single_sign_on: ctx.singleSignOn,
    mail_is_logged: ctx.isMailLogged,
  })),
  current: signedInProcedure.output(Session).query(async ({ ctx }) => {
    const identity = await ctx.identity();
    return { email: identity.email, memberships: await memberships(ctx.db, identity) };
  }),
});
