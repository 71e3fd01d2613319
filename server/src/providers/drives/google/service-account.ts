import { createPrivateKey, sign } from 'node:crypto';
import { z } from 'zod';
import type { AccessToken } from '../access-tokens.ts';
import type { ServiceAccount } from '../credential.ts';
import { DriveFailure } from '../drive-failure.ts';
import { accessTokenOf, READ_ONLY_SCOPE, WrongClock, type TokenEndpoint } from './google-oauth.ts';

/** Audience of the signature. The file also names an address, which isn't used, because anyone can write a file. */
const AUDIENCE = 'https://oauth2.googleapis.com/token';

/** Maximum lifetime that Google allows. */
const SECONDS = 3_600;

/** Maximum characters of the file; real ones have about 2,400. */
const LONGEST = 20_000;

const KeyFile = z.object({
  type: z.literal('service_account'),
  client_email: z.email().max(320),
  private_key: z.string().max(10_000),
});

const WRONG_FILE =
  'This is no key of a service account: choose the JSON file that Google Cloud made under IAM → Service accounts → Keys.';

/** Extracts the needed data from a service account's JSON, or returns what is wrong with it and what to do. */
export function serviceAccountOf(json: string): ServiceAccount | { problem: string } {
  const file = KeyFile.safeParse(json.length > LONGEST ? undefined : valueOf(json));
  if (!file.success) return { problem: WRONG_FILE };
  const { client_email: email, private_key: privateKey } = file.data;
  if (!isRsa(privateKey)) {
    return { problem: 'The private key in the file cannot be used: it is cut off or changed. Create a new key.' };
  }
  return { auth: 'service_account', email, privateKey };
}

function valueOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isRsa(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** Asks for a token by a signed assertion (RFC 7523, RS256); where our clock is wrong, once more by Google's. */
export async function requestServiceToken(
  endpoint: TokenEndpoint,
  account: ServiceAccount,
  now: Date,
): Promise<AccessToken> {
  try {
    return await signedAt(endpoint, account, now);
  } catch (error) {
    if (!(error instanceof WrongClock) || !error.now) throw error;
    return signedAt(endpoint, account, error.now);
  }
}

async function signedAt(endpoint: TokenEndpoint, account: ServiceAccount, now: Date): Promise<AccessToken> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const claims = { iss: account.email, scope: READ_ONLY_SCOPE, aud: AUDIENCE, iat: issuedAt, exp: issuedAt + SECONDS };
  const signed = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = signatureOf(signed, account.privateKey);
  return accessTokenOf(
    await endpoint({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: `${signed}.${signature}`,
    }),
  );
}

function signatureOf(signed: string, privateKey: string): string {
  try {
    return sign('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url');
  } catch {
    throw new DriveFailure('access_lost', { detail: 'The private key of the service account cannot be used.' });
  }
}
