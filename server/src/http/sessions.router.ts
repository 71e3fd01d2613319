import { Session, SignInMethods } from '@training/shared/sessions';
import { publicProcedure, router, signedInProcedure } from './procedures.ts';
import { listMovedWorkspaces } from '../features/workspaces/moves/find-moved.ts';
import { listMembershipsOfIdentity } from '../auth/sessions/memberships.ts';

export const sessionsRouter = router({
  methods: publicProcedure.output(SignInMethods).query(({ ctx }) => ({
    magic_link: true as const,
    single_sign_on: ctx.singleSignOn,
    mail_is_logged: ctx.isMailLogged,
    passkey_origin: ctx.passkeySite()?.origin ?? null,
  })),
  current: signedInProcedure.output(Session).query(async ({ ctx }) => {
    const identity = await ctx.identity();
    const [opened, moved] = await Promise.all([
      listMembershipsOfIdentity(ctx.db, identity),
      listMovedWorkspaces(ctx.db.pool, identity),
    ]);
    return { email: identity.email, memberships: opened, moved };
  }),
});
