import type { AddPasskey, PasskeyCreationOptions } from '@training/shared/passkeys/passkeys';
import { postJson, workspaceSlugsOfSignIn } from './auth.ts';
import { HttpError } from './api/http-error.ts';
import { translatorOf } from './i18n/translator.ts';
import { readFieldText } from './json.ts';

const t = translatorOf('frame');

/** Loaded only by people who use a passkey. */
const library = () => import('@simplewebauthn/browser');

/** Milliseconds for which the browser asks; the server's challenge lasts as long. */
const TIMEOUT = 300_000;

/** COSE numbers of EdDSA, ES256 and RS256, which the server verifies. */
const ALGORITHMS = [-8, -7, -257];

const USED = 'passkey-used';

/** Returns true if this page and browser can use passkeys. `origin` is where the server takes them. */
export function canUsePasskeys(origin: string | null | undefined): boolean {
  return origin === location.origin && 'PublicKeyCredential' in globalThis;
}

/** Returns true if a passkey was used in this browser before. */
export function hasUsedPasskey(): boolean {
  try {
    return localStorage.getItem(USED) !== null;
  } catch {
    return false;
  }
}

function rememberUse(): void {
  try {
    localStorage.setItem(USED, 'yes');
  } catch {
    // Storage may be disabled; the sign-in page then offers passkeys by its button only.
  }
}

/** Error: the person or the browser didn't use a passkey. */
export class PasskeyNotUsedError extends Error {}

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new PasskeyNotUsedError(undefined, { cause: error });
  }
}

/**
 * Signs in with a passkey, and returns the slugs of the opened workspaces.
 * @param useBrowserAutofill Offers passkeys in the e-mail field only, and waits.
 * @throws PasskeyNotUsedError
 * @throws HttpError
 */
export async function signInWithPasskey(useBrowserAutofill = false): Promise<string[]> {
  const { startAuthentication } = await library();
  const started = await postJson('/api/auth/passkey-challenge', {});
  const optionsJSON = {
    challenge: readFieldText(started, 'challenge') ?? '',
    rpId: readFieldText(started, 'rp_id') ?? '',
    userVerification: 'required' as const,
    timeout: TIMEOUT,
  };
  const { id, response } = await asking(() => startAuthentication({ optionsJSON, useBrowserAutofill }));
  const opened = await postJson('/api/auth/sign-in/passkey', {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle ?? '',
  });
  rememberUse();
  return workspaceSlugsOfSignIn(opened);
}

/** Makes a passkey on a device of the person's choice. @throws PasskeyNotUsedError */
export async function createUnregisteredPasskey(creation: PasskeyCreationOptions): Promise<Omit<AddPasskey, 'name'>> {
  const { startRegistration } = await library();
  const { challenge, rp_id, user, known } = creation;
  const { response } = await asking(() =>
    startRegistration({
      optionsJSON: {
        challenge,
        rp: { id: rp_id, name: t('training') },
        user: { ...user, displayName: user.name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
        excludeCredentials: known.map(({ id }) => ({ id, type: 'public-key' as const })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
        attestation: 'none',
        timeout: TIMEOUT,
      },
    }),
  );
  rememberUse();
  return {
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports ?? [],
  };
}
