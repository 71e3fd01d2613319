import { permissionReachOf } from '@training/shared/permissions';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../core/errors.ts';
import type { Database } from '../../database/database.ts';
import { decryptSecret } from '../../features/secrets/sealed-secret.ts';
import type { Keyring } from '../../platform/encryption/keyring.ts';
import type { OpenIdClientSettings } from '../../providers/identity/discover-openid-provider.ts';
import {
  createOpenIdProvider,
  type OpenIdProvider,
  type IdentityClaims,
} from '../../providers/identity/openid-provider.ts';
import type { SamlIssuer, SamlServiceProvider } from '../../providers/identity/saml-provider.ts';
import { CLIENT_SECRET_COLUMN } from '../issuers/client-secret.ts';
import { FIND_ISSUER_OF_WORKSPACE } from '../issuers/find-issuer.ts';
import {
  oidcCallbackPathOfWorkspace,
  limitConcurrentIssuerRequests,
  createSamlServiceProvider,
  replaceActiveIssuer,
} from '../issuers/replace-active-issuer.ts';
import type { SessionIdentity } from '../sessions/console-sessions.ts';
import { findMembership } from '../sessions/memberships.ts';
import { createEmailOnlyIdentity } from '../sessions/signed-in-identity.ts';
import { hashRandomToken, newRandomToken } from '../sessions/random-token.ts';
import { readCookie, buildSetCookieHeader } from '../sessions/session-cookie.ts';
import { type CreatedSession, createSession, SignInRefusedError, type SignInRequestInfo } from './create-session.ts';
import {
  storeSamlResponse,
  findSignOnByStateHash,
  storeOneTimeValue,
  findAndRedeemOneTimeValue,
} from '../sessions/one-time-value.ts';

/** Path that the installation's provider redirects to. */
export const INSTALLATION_OIDC_CALLBACK_PATH = '/api/auth/callback/oidc';

type Parts = {
  db: Database;
  /** The installation's provider; undefined if there is none. */
  oidc: OpenIdClientSettings | undefined;
  keyring: Keyring;
  /** Makes requests to the workspaces' issuers. */
  send: typeof fetch;
  /** Returns the origin of the console. */
  origin: () => string;
  /** Milliseconds the provider may take. */
  within: number;
  log: Pick<FastifyBaseLogger, 'error'>;
};

/** Minutes someone may take at the provider. */
const AT_PROVIDER_MINUTES = 10;

/** Values stored until the browser comes back, as JSON. */
const StartedSignOn = z.object({
  nonce: z.string(),
  codeVerifier: z.string(),
  /** Path of the console to open afterwards. */
  next: z.string(),
  /** The workspace's issuer; absent for the installation's provider. */
  issuer: z.object({ workspace: z.string(), id: z.uuid() }).optional(),
  /** The session of a super admin who tries an issuer. It opens none. */
  triedBy: z.string().optional(),
  /** The address that a SAML answer has proved. */
  email: z.unknown().optional(),
});
type StartedSignOn = z.infer<typeof StartedSignOn>;

/** A wish to sign in at a provider. */
export type SignOnStartRequest = {
  /** Path of the console to open afterwards. */
  next: string;
  /** Slug of the workspace whose issuer is asked; the installation's provider if absent. */
  workspace?: string | undefined;
  /** The super admin who tries the workspace's untried issuer. */
  tries?: SessionIdentity | undefined;
};

/** A browser that comes back from a provider. */
export type SignOnCallback = {
  /** Path with the query. */
  path: string;
  cookie: string | undefined;
  /** Workspace of the path. */
  workspace: string | undefined;
  /** True for the path after a SAML answer. */
  isSaml: boolean;
  /** Returns the session that the browser has; undefined if none. */
  identity: () => Promise<SessionIdentity | undefined>;
};

/** An issuer of a workspace, or undefined for the installation's provider, with what asks it. */
type Asked = {
  found: Awaited<ReturnType<typeof FIND_ISSUER_OF_WORKSPACE.first>>;
  saml?: SamlIssuer;
  provider: Pick<OpenIdProvider, 'signInPage' | 'profile'>;
  callback: string;
};

/** Single sign-on by OpenID Connect: the authorization code flow with PKCE, state and nonce. */
export function createSingleSignOn({ db, oidc, keyring, send, origin, within, log }: Parts) {
  const installation = oidc && createOpenIdProvider(oidc, within);

  /** With the prefix `__Host-`, no other host of the domain can set the cookie. */
  function stateCookie() {
    const secure = origin().startsWith('https:');
    return { name: `${secure ? '__Host-' : ''}training.single_sign_on`, secure };
  }

  /** @throws AppError `route_not_found`, `issuer_missing` */
  async function providerOf(slug: string | undefined, isOn: boolean): Promise<Asked> {
    if (slug === undefined) {
      if (!installation) throw new AppError('route_not_found', 'There is nothing at this address.');
      return { found: undefined, provider: installation, callback: INSTALLATION_OIDC_CALLBACK_PATH };
    }
    const found = await FIND_ISSUER_OF_WORKSPACE.first(db.pool, { slug, isOn });
    if (!found) throw new AppError('issuer_missing', 'The workspace has no single sign-on. Use a link by e-mail.');
    const { signInUrl, certificates, clientId, keyId, sealed } = found;
    if (signInUrl !== null && certificates !== null) {
      const saml = { issuer: found.issuer, signInUrl, certificates };
      return { found, saml, provider: samlProvider(saml, createSamlServiceProvider(origin(), slug)), callback: '' };
    }
    if (clientId === null || keyId === null || sealed === null) throw new Error('An issuer without kind');
    const opened = decryptSecret(keyring, CLIENT_SECRET_COLUMN, { ...found, clientId, keyId, sealed });
    if (!('text' in opened)) throw new Error(`The client secret of ${slug} can’t be decrypted: ${opened.reason}`);
    const settings = { issuer: found.issuer, clientId, clientSecret: opened.text };
    return {
      found,
      provider: createOpenIdProvider(settings, within, send),
      callback: oidcCallbackPathOfWorkspace(slug),
    };
  }

  const asks = <T>({ found }: Asked, work: () => Promise<T>): Promise<T> =>
    found ? limitConcurrentIssuerRequests(found.workspaceId, work) : work();

  return {
    isInstalled: installation !== undefined,

    /**
     * Returns the address of the provider's sign-in page, and the cookie that binds the sign-in to this browser.
     * @throws AppError 503 if the provider can't be reached; `issuer_missing`, `forbidden`
     */
    async start({ next, workspace, tries }: SignOnStartRequest): Promise<{ url: string; setCookie: string }> {
      if (tries) await administratorOf(db, tries, workspace);
      const asked = await providerOf(workspace, tries === undefined);
      const state = newRandomToken();
      const page = asks(asked, () => asked.provider.signInPage(`${origin()}${asked.callback}`, state));
      const { url, checks } = await page.catch((error: unknown) => {
        if (error instanceof AppError) throw error;
        log.error({ err: error }, 'Single sign-on is not available');
        throw new AppError('unavailable', 'The sign-in provider can’t be reached. Ask for a sign-in link instead.');
      });
      const started: StartedSignOn = {
        nonce: checks.nonce,
        codeVerifier: checks.codeVerifier,
        next,
        ...(asked.found && workspace !== undefined && { issuer: { workspace, id: asked.found.id } }),
        ...(tries && { triedBy: tries.sessionId }),
      };
      const stored = { token: state, value: JSON.stringify(started), minutes: AT_PROVIDER_MINUTES };
      await storeOneTimeValue(db.em.fork(), 'single_sign_on', stored);
      const { name, secure } = stateCookie();
      return { url, setCookie: buildSetCookieHeader(name, state, { seconds: AT_PROVIDER_MINUTES * 60, secure }) };
    },

    /**
     * Signs in whoever comes back from the provider, or switches on the issuer that a super admin has tried, which
     * opens no session.
     * @throws SignInRefusedError, or another error if this browser hasn't started the sign-in, or the provider doesn't
     *   confirm it
     */
    async complete(
      returned: SignOnCallback,
      from: SignInRequestInfo,
    ): Promise<Partial<CreatedSession> & { next: string }> {
      const state = readCookie(returned.cookie, stateCookie().name);
      const value =
        state && (await findAndRedeemOneTimeValue(db.em.fork(), returned.isSaml ? 'saml' : 'single_sign_on', state));
      if (!value) throw new Error('This browser has not started single sign-on, or not within the last minutes');
      const { next, issuer, triedBy, nonce, codeVerifier, email: provedEmail } = StartedSignOn.parse(JSON.parse(value));
      const confirmed = async () => {
        if (issuer?.workspace !== returned.workspace) throw new Error('Another provider answers than was asked');
        const asked = await providerOf(issuer?.workspace, triedBy === undefined);
        if (returned.isSaml !== (asked.saml !== undefined)) throw new Error('The answer came by the wrong way');
        if (asked.found?.id !== issuer?.id) throw new Error('The issuer was changed meanwhile');
        const address = new URL(`${origin()}${returned.path}`);
        const saml = asked.saml && { email: provedEmail, isEmailVerified: undefined };
        const profile =
          saml ?? (await asks(asked, () => asked.provider.profile(address, { state, nonce, codeVerifier })));
        return { found: asked.found, email: verifiedEmail(profile, asked.found !== undefined) };
      };
      if (triedBy !== undefined) {
        const trial = async () => {
          const [{ found, email }, identity] = [await confirmed(), await returned.identity()];
          if (identity?.sessionId !== triedBy) throw new Error('Another session has begun the trial');
          const { workspace, actor } = await administratorOf(db, identity, issuer?.workspace);
          if (email !== actor.email) throw new SignInRefusedError('other_address');
          await replaceActiveIssuer({ db, workspace, actor, reach: 'workspace', ...from }, found?.id ?? '');
        };
        const outcome = trial().then(
          () => 'on',
          (error: unknown) => failureOf(error, log),
        );
        return { next: `${next}?trial=${await outcome}` };
      }
      const { found, email } = await confirmed();
      // An identity is an email, whatever the sign-in method, and the provider confirms the email each time. If it were
      // keyed by the provider's subject, a user whose email changes would keep access under the old one.
      const who = { ...createEmailOnlyIdentity(email), bySingleSignOn: true };
      if (!found) return { ...(await createSession(db, who, from)), next };
      const domain = email.slice(email.lastIndexOf('@') + 1);
      if (!found.domains.includes(domain)) throw new SignInRefusedError('single_sign_on_closed');
      const only = { ...who, onlyWorkspace: found.workspaceId, issuerKey: found.sessionKey };
      const proof = { method: 'single_sign_on', redeem: async () => {} } as const;
      return { ...(await createSession(db, only, from, proof)), next };
    },

    /**
     * Takes a SAML answer, which the browser posts without its cookies. What it proves waits for the browser that began
     * the sign-in.
     * @throws if it proves nothing, or answers what was answered before
     */
    async receiveSaml(slug: string, posted: string): Promise<void> {
      const { decodeSamlResponse, samlRequestIdOf, verifySamlEmail } =
        await import('../../providers/identity/saml-provider.ts');
      const requestId = samlRequestIdOf(decodeSamlResponse(posted));
      const begun = await findSignOnByStateHash(db.em.fork(), requestId.slice(1));
      if (!begun) throw new Error('The answer is to no request, or to one that was answered');
      const started = StartedSignOn.parse(JSON.parse(begun.value));
      const { found, saml } = await providerOf(slug, started.triedBy === undefined);
      if (!saml || started.issuer?.workspace !== slug || started.issuer.id !== found?.id) {
        throw new Error('Another provider answers than was asked');
      }
      const email = await verifySamlEmail(saml, createSamlServiceProvider(origin(), slug), requestId, posted);
      const value = JSON.stringify({ ...started, email } satisfies StartedSignOn);
      if (!(await storeSamlResponse(db.em.fork(), begun, value))) throw new Error('The request was answered meanwhile');
    },

    /** Returns our SAML metadata of a workspace. */
    async samlMetadata(slug: string): Promise<string> {
      const saml = await import('../../providers/identity/saml-provider.ts');
      return saml.createServiceProviderMetadata(createSamlServiceProvider(origin(), slug));
    },

    /** Returns the `set-cookie` header that removes the cookie of a completed or failed sign-in. */
    clearCookie(): string {
      const { name, secure } = stateCookie();
      return buildSetCookieHeader(name, '', { seconds: 0, secure });
    },
  };
}

/** A SAML provider's sign-in page. Its answer comes by `receiveSaml`. */
const samlProvider = (issuer: SamlIssuer, party: SamlServiceProvider): Asked['provider'] => ({
  async signInPage(_redirectUri, state) {
    const { createSamlSignInPageUrl } = await import('../../providers/identity/saml-provider.ts');
    const url = await createSamlSignInPageUrl(issuer, party, `_${hashRandomToken(state)}`);
    return { url, checks: { state, nonce: '', codeVerifier: '' } };
  },
  profile: () => Promise.reject(new Error('The answer came by the wrong way')),
});

/** Returns the code of a failed trial: ours, or the provider's. */
function failureOf(error: unknown, log: Parts['log']): string {
  if (error instanceof SignInRefusedError) return error.reason;
  log.error({ err: error }, 'An issuer failed its trial');
  // A 401 with a challenge, which names no code.
  if (error instanceof Error && 'status' in error && error.status === 401) return 'invalid_client';
  const said = error instanceof Error && 'error' in error ? String(error.error) : '';
  return /^[a-z_]{1,40}$/.test(said) ? said : 'sign_in_failed';
}

/** Returns the person, who may change the workspace's sign-in. @throws AppError `forbidden`, `passkey_required` */
async function administratorOf(db: Database, identity: SessionIdentity, slug: string | undefined) {
  const found = slug === undefined ? undefined : await findMembership(db, identity, slug);
  if (found && permissionReachOf(found.actor.role, 'workspace:write')) return found;
  throw new AppError('forbidden', 'Only super admins of the workspace can try its single sign-on.');
}

/**
 * @param isOwn True for a workspace's own issuer, which signs in only its verified domains. Some leave the claim out,
 *   such as Entra.
 */
function verifiedEmail({ email, isEmailVerified }: IdentityClaims, isOwn: boolean): string {
  if (typeof email !== 'string' || email.trim() === '') throw new Error('The sign-in provider named no e-mail');
  // Some providers send the claim as text. Anything but a clear yes counts as no.
  const isVerified = isEmailVerified === true || isEmailVerified === 'true' || (isOwn && isEmailVerified === undefined);
  if (!isVerified) throw new SignInRefusedError('email_not_verified');
  return email.trim().toLowerCase();
}
