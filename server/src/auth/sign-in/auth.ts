import type { IncomingHttpHeaders } from 'node:http';
import type { SignInOnDevice } from '@training/shared/devices/devices';
import type { ChoosePin, SignInWithPin } from '@training/shared/pins/pins';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../core/config.ts';
import type { Database } from '../../database/database.ts';
import type { Mailer } from '../../platform/mail.ts';
import { memoizeAsync } from '../../platform/concurrency/memoize-async.ts';
import type { OutwardHttpClient } from '../../platform/egress/outward-http-client.ts';
import { LIST_WORKSPACES_BY_ISSUER_DOMAIN } from '../issuers/find-issuer.ts';
import { createConsoleSessions } from '../sessions/console-sessions.ts';
import {
  choosePinAndSignIn,
  signInOnSharedDevice,
  signInWithPin,
  type DeviceSignInRequestInfo,
} from './sign-in-with-pin.ts';
import {
  type CurrentDevice,
  findSharedDeviceByToken,
  readPeopleListedOnDevice,
  setUpDevice,
} from '../pins/current-device.ts';
import {
  createDeviceCookieCodec,
  createSessionCookieCodec,
  createSharedDeviceCookieCodec,
  buildSharedDeviceMarkCookie,
} from '../sessions/session-cookie.ts';
import { newRandomToken } from '../sessions/random-token.ts';
import type { Keyring } from '../../platform/encryption/keyring.ts';
import type { SignInRequestInfo } from './create-session.ts';
import { createSingleSignOn } from './single-sign-on.ts';
import { startPasskeySignIn, signInWithPasskey } from './sign-in-with-passkey.ts';
import { findRelyingParty } from '../passkeys/relying-party.ts';
import { requireRelyingParty } from '../passkeys/passkeys.ts';
import type { PasskeyAssertion } from '@training/shared/passkeys/passkeys';
import { type SignInLinkRequest, emailSignInLink, redeemSignInLink } from './sign-in-link.ts';
import { randomBytes } from 'node:crypto';
import { ServerSecretEntity } from '../sessions/identity.entity.ts';

/**
 * Returns the secret that signs session cookies: AUTH_SECRET, or else one that the first instance creates in the
 * database, because instances don't have to share a DATA_DIR (rules/sign-in 7).
 */
export async function getOrCreateAuthSecret(db: Database, config: Pick<Config, 'authSecret'>): Promise<string> {
  if (config.authSecret) return config.authSecret;
  const em = db.em.fork();
  const made = { name: 'auth', value: randomBytes(32).toString('base64url') };
  await em.upsert(ServerSecretEntity, made, { onConflictAction: 'ignore' });
  return (await em.fork().findOneOrFail(ServerSecretEntity, { name: made.name })).value;
}

type AuthDeps = {
  db: Database;
  config: Config;
  /** Returns the addresses of the console, the preferred one first. Called at the first sign-in. */
  origins: () => [string, ...string[]];
  mailer: Mailer;
  log: Pick<FastifyBaseLogger, 'error'>;
  keyring: Keyring;
  /** Sends requests to the workspaces' issuers. */
  outward: OutwardHttpClient;
  /** Milliseconds the single sign-on provider may take. */
  providerWithin: number;
};

export type Auth = ReturnType<typeof createAuth>;

/** Sign-in and sessions of the console. */
export function createAuth({ db, config, origins, mailer, log, keyring, outward, providerWithin }: AuthDeps) {
  const mails = new Set<Promise<void>>();
  const origin = () => origins()[0];
  const secret = memoizeAsync(() => getOrCreateAuthSecret(db, config));
  const cookie = async () =>
    createSessionCookieCodec({ secret: await secret(), secure: origin().startsWith('https:') });
  const device = async () => createDeviceCookieCodec({ secret: await secret(), secure: origin().startsWith('https:') });
  const shared = async () =>
    createSharedDeviceCookieCodec({ secret: await secret(), secure: origin().startsWith('https:') });
  const site = () => findRelyingParty(origins());
  const { oidc } = config;

  return {
    ...createConsoleSessions(db, cookie),
    origins,
    singleSignOn: createSingleSignOn({ db, oidc, keyring, send: outward.fetch, origin, within: providerWithin, log }),

    /** Returns the workspaces whose issuer signs in an address, member or not. */
    async issuersOf(email: string) {
      const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
      const all = await LIST_WORKSPACES_BY_ISSUER_DOMAIN.all(db.pool, { domain });
      return all.toSorted((one, other) => one.name.localeCompare(other.name, 'en')).slice(0, 20);
    },

    /** Returns the `set-cookie` header of a new session. On a shared device it ends with the browser. */
    async sessionCookie(token: string, isShared = false): Promise<string> {
      return isShared ? (await cookie()).write(token, null) : (await cookie()).write(token);
    },

    /** Emails a sign-in link, or where their workspaces moved, if the address belongs to an active member. */
    async requestLink(asked: SignInLinkRequest): Promise<void> {
      const { mailed } = await emailSignInLink({ db, mailer, publicUrl: origin() }, asked);
      const mail = mailed
        .catch((error: unknown) => log.error({ err: error }, 'A sign-in mail could not be sent'))
        .finally(() => mails.delete(mail));
      mails.add(mail);
    },

    /** @throws AppError 400 `link_invalid`; 403 `not_a_member` */
    redeemLink: (token: string, from: SignInRequestInfo) => redeemSignInLink(db, token, from),

    /** Returns where passkeys work; undefined if nowhere. */
    passkeySite: site,

    /** Starts a sign-in with a passkey. @throws AppError 409 `passkeys_not_available` */
    startPasskey: () => startPasskeySignIn(db, requireRelyingParty(site())),

    /** @throws AppError 400 `passkey_refused`; 403 `not_a_member`; 409 `passkeys_not_available` */
    usePasskey: (assertion: PasskeyAssertion, from: SignInRequestInfo) =>
      signInWithPasskey(db, requireRelyingParty(site()), assertion, from),

    /** Returns the device of a request; undefined if nobody has signed in with a PIN on it. */
    async deviceOf({ cookie: header }: Pick<IncomingHttpHeaders, 'cookie'>): Promise<string | undefined> {
      return (await device()).read(header);
    },

    /** Returns the `set-cookie` header by which a device is known from now on. */
    async rememberDevice(known: string | undefined): Promise<string> {
      return (await device()).write(known ?? newRandomToken());
    },

    /** @throws AppError 400 `pin_refused`; 429 `pin_paused` */
    usePin: (input: SignInWithPin, from: DeviceSignInRequestInfo) => signInWithPin({ db, keyring }, input, from),

    /** @throws AppError 400 `sign_in_code_invalid`; 429 `pin_paused` */
    choosePin: (input: ChoosePin, from: DeviceSignInRequestInfo) => choosePinAndSignIn({ db, keyring }, input, from),

    /** Returns the shared device from which a request comes; undefined for others, and once it is revoked. */
    async sharedDeviceOf({ cookie: header }: Pick<IncomingHttpHeaders, 'cookie'>): Promise<CurrentDevice | undefined> {
      const token = (await shared()).read(header);
      return token === undefined ? undefined : findSharedDeviceByToken(db, token);
    },

    readRoster: (device: CurrentDevice) => readPeopleListedOnDevice(db, device),

    /** Returns the `set-cookie` headers of a device that is set up. @throws AppError 400 `sign_in_code_invalid` */
    async setUpDevice(code: string, from: SignInRequestInfo): Promise<string[]> {
      const { token } = await setUpDevice(db, code, from);
      return [(await shared()).write(token), buildSharedDeviceMarkCookie(true)];
    },

    /** Returns the `set-cookie` headers of a device that isn't shared anymore. */
    forgetSharedDevice: async (): Promise<string[]> => [(await shared()).clear(), buildSharedDeviceMarkCookie(false)],

    /** @throws AppError 400 `pin_refused`; 429 `pin_paused` */
    signInOnDevice: (device: CurrentDevice, input: SignInOnDevice, from: SignInRequestInfo) =>
      signInOnSharedDevice({ db, keyring }, device, input, from),

    /** Resolves when all emails have been sent. */
    async settled(): Promise<void> {
      await Promise.all(mails);
    },
  };
}
