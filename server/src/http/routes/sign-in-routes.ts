import { PasskeyAssertion } from '@training/shared/passkeys/passkeys';
import { SetUpDevice, SignInOnDevice } from '@training/shared/devices/devices';
import { ChoosePin, SignInWithPin } from '@training/shared/pins/pins';
import { Email } from '@training/shared/primitives';
import { WorkspaceSlug } from '@training/shared/workspaces/workspaces';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { DeviceSignInRequestInfo } from '../../auth/sign-in/sign-in-with-pin.ts';
import { isRequestFromAllowedOrigin } from '../../auth/sessions/origins.ts';
import type { Auth } from '../../auth/sign-in/auth.ts';
import { type CreatedSession, SignInRefusedError, type SignInRequestInfo } from '../../auth/sign-in/create-session.ts';
import { SAML_CALLBACK_PATH } from '../../auth/issuers/replace-active-issuer.ts';
import { INSTALLATION_OIDC_CALLBACK_PATH } from '../../auth/sign-in/single-sign-on.ts';
import { limitKeyOfAddress } from '../limits/client-address.ts';
import { AppError, invalidRequestError } from '../../core/errors.ts';

/** Other fields are ignored. */
const RequestLink = z.object({ email: Email, language: z.string().max(35).optional() });
const StartSingleSignOn = z.object({
  callbackURL: z
    .string()
    .max(2000)
    .regex(/^\/(?![/\\])/, 'Must be a path of the console')
    .default('/'),
  workspace: WorkspaceSlug.optional(),
  trial: z.boolean().default(false),
});
const InWorkspace = z.strictObject({ workspace: WorkspaceSlug });
const NameAddress = z.strictObject({ email: Email });
const RedeemLink = z.strictObject({ token: z.string().min(1).max(200) });

/** Registers the sign-in routes. All other paths under `/api/auth` return 404. */
export function registerSignInRoutes(app: FastifyInstance, { auth }: { auth: Auth }): void {
  const sameOrigin = {
    onRequest: async ({ headers }: FastifyRequest) => {
      if (isRequestFromAllowedOrigin(headers, auth.origins())) return;
      throw new AppError('origin_refused', `Open the console at ${auth.origins()[0]} to sign in or out.`);
    },
  };

  app.post('/api/auth/sign-in/magic-link', sameOrigin, async (request, reply) => {
    await auth.requestLink(parsed(RequestLink, request.body));
    return unstored(reply).send({ status: true });
  });

  app.post('/api/auth-link', sameOrigin, async (request, reply) => {
    const { token, opened } = await auth.redeemLink(parsed(RedeemLink, request.body).token, sourceOf(request));
    setCookie(reply, await auth.sessionCookie(token));
    return unstored(reply).send({ workspaces: opened.map(({ workspace }) => workspace.slug) });
  });

  app.post('/api/auth/passkey-challenge', sameOrigin, async (_request, reply) => {
    return unstored(reply).send(await auth.startPasskey());
  });

  app.post('/api/auth/sign-in/passkey', sameOrigin, async (request, reply) => {
    const assertion = parsed(PasskeyAssertion, request.body);
    const { token, opened } = await auth.usePasskey(assertion, sourceOf(request));
    // It replaces the session that the browser may have had.
    await auth.signOut(request.headers);
    setCookie(reply, await auth.sessionCookie(token));
    return unstored(reply).send({ workspaces: opened.map(({ workspace }) => workspace.slug) });
  });

  const byPin =
    <Input extends z.ZodType>(
      input: Input,
      use: (given: z.output<Input>, from: DeviceSignInRequestInfo) => Promise<CreatedSession>,
    ) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const given = parsed(input, request.body);
      const device = await auth.deviceOf(request.headers);
      const deviceId = (await auth.sharedDeviceOf(request.headers))?.id ?? null;
      const from = { ...sourceOf(request), device, deviceId, address: limitKeyOfAddress(request.ip) };
      const { token, opened } = await use(given, from);
      // It replaces the session that the browser may have had.
      await auth.signOut(request.headers);
      setCookie(reply, await auth.sessionCookie(token, deviceId !== null));
      setCookie(reply, await auth.rememberDevice(device));
      return unstored(reply).send({ workspaces: opened.map(({ workspace }) => workspace.slug) });
    };
  app.post('/api/auth/sign-in/pin', sameOrigin, byPin(SignInWithPin, auth.usePin));
  app.post('/api/auth/sign-in/pin-code', sameOrigin, byPin(ChoosePin, auth.choosePin));

  // Each page of a shared device begins with it: so nobody is signed in there after a crash (rules/sign-in 19).
  app.post('/api/auth/shared-device', sameOrigin, async (request, reply) => {
    setCookie(reply, await auth.signOut(request.headers));
    const device = await auth.sharedDeviceOf(request.headers);
    if (!device) return refuseDevice(reply);
    return unstored(reply).send(await auth.readRoster(device));
  });

  /** Reads the list again, while nobody signs in on the page that shows it. */
  app.post('/api/auth/shared-device/people', sameOrigin, async (request, reply) => {
    const device = await auth.sharedDeviceOf(request.headers);
    if (!device) return refuseDevice(reply);
    return unstored(reply).send(await auth.readRoster(device));
  });

  app.post('/api/auth/shared-device/set-up', sameOrigin, async (request, reply) => {
    const { code } = parsed(SetUpDevice, request.body);
    const cookies = await auth.setUpDevice(code, sourceOf(request));
    for (const cookie of [await auth.signOut(request.headers), ...cookies]) setCookie(reply, cookie);
    // What whoever set it up left there.
    reply.header('clear-site-data', '"cache", "storage"');
    return unstored(reply).send({ success: true });
  });

  app.post('/api/auth/sign-in/shared-device', sameOrigin, async (request, reply) => {
    const input = parsed(SignInOnDevice, request.body);
    const device = await auth.sharedDeviceOf(request.headers);
    if (!device) return refuseDevice(reply);
    const { token, opened } = await auth.signInOnDevice(device, input, sourceOf(request));
    await auth.signOut(request.headers);
    setCookie(reply, await auth.sessionCookie(token, true));
    return unstored(reply).send({ workspaces: opened.map(({ workspace }) => workspace.slug) });
  });

  const refuseDevice = async (reply: FastifyReply): Promise<never> => {
    for (const cookie of await auth.forgetSharedDevice()) setCookie(reply, cookie);
    throw new AppError('device_not_found', 'This device isn’t shared anymore. A super admin can enrol it again.');
  };

  app.post('/api/auth/sign-out', sameOrigin, async (request, reply) => {
    setCookie(reply, await auth.signOut(request.headers));
    return unstored(reply).send({ success: true });
  });

  const { singleSignOn } = auth;
  const asksProvider = { config: { asksProvider: true } };
  app.post('/api/auth/sign-in/issuers', sameOrigin, async (request, reply) => {
    const { email } = parsed(NameAddress, request.body);
    return unstored(reply).send({ issuers: await auth.issuersOf(email) });
  });

  app.post('/api/auth/sign-in/social', { ...sameOrigin, ...asksProvider }, async (request, reply) => {
    const { callbackURL: next, workspace, trial } = parsed(StartSingleSignOn, request.body ?? {});
    const tries = trial ? await (await auth.sessionOf(request.headers))?.find() : undefined;
    if (trial && !tries) throw new AppError('not_signed_in', 'Sign in, then try again.');
    const started = await singleSignOn.start({ next, workspace, tries });
    setCookie(reply, started.setCookie);
    return unstored(reply).send({ url: started.url });
  });

  const complete = (isSaml: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
    const [origin] = auth.origins();
    setCookie(reply, singleSignOn.clearCookie());
    try {
      const { workspace } = z.object({ workspace: WorkspaceSlug.optional() }).parse(request.params);
      const identity = async () => (await auth.sessionOf(request.headers))?.find();
      const returned = { path: request.url, cookie: request.headers.cookie, workspace, isSaml, identity };
      const { token, next } = await singleSignOn.complete(returned, sourceOf(request));
      if (token !== undefined) setCookie(reply, await auth.sessionCookie(token));
      return unstored(reply).redirect(new URL(`${origin}${next}`).href);
    } catch (error) {
      const reason = error instanceof SignInRefusedError ? error.reason : 'sign_in_failed';
      if (reason === 'sign_in_failed') request.log.error({ err: error }, 'Single sign-on failed');
      return unstored(reply).redirect(`${origin}/sign-in?error=${reason}`);
    }
  };
  if (singleSignOn.isInstalled) app.get(INSTALLATION_OIDC_CALLBACK_PATH, asksProvider, complete(false));
  app.get(`${INSTALLATION_OIDC_CALLBACK_PATH}/:workspace`, asksProvider, complete(false));

  app.get(`${SAML_CALLBACK_PATH}/:workspace`, complete(true));
  void app.register(async (scope) => {
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    // Another site posts it, so it comes without cookies. The redirect is a visit that has them.
    scope.post(`${SAML_CALLBACK_PATH}/:workspace`, async (request, reply) => {
      const [origin] = auth.origins();
      try {
        const { workspace } = InWorkspace.parse(request.params);
        const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
        await singleSignOn.receiveSaml(workspace, form.get('SAMLResponse') ?? '');
        return await unstored(reply).redirect(`${origin}${SAML_CALLBACK_PATH}/${workspace}`, 303);
      } catch (error) {
        request.log.error({ err: error }, 'A SAML answer was refused');
        return unstored(reply).redirect(`${origin}/sign-in?error=sign_in_failed`, 303);
      }
    });
  });
  app.get('/api/auth/saml/:workspace', async (request, reply) => {
    const { workspace } = parsed(InWorkspace, request.params);
    return unstored(reply)
      .type('application/samlmetadata+xml')
      .send(await singleSignOn.samlMetadata(workspace));
  });

  app.all('/api/auth/*', () => {
    throw new AppError('route_not_found', 'There is nothing at this address.');
  });
}

function sourceOf({ id, ip }: FastifyRequest): SignInRequestInfo {
  return { now: new Date(), requestId: id, ip };
}

function parsed<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body);
  if (!result.success) throw invalidRequestError(result.error);
  return result.data;
}

/** Fastify appends each `set-cookie` header, but replaces headers of any other name. */
function setCookie(reply: FastifyReply, cookie: string): void {
  reply.header('set-cookie', cookie);
}

function unstored(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store');
}
