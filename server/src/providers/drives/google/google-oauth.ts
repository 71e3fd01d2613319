import { z } from 'zod';
import type { AccessToken } from '../access-tokens.ts';
import type { OAuthGrant } from '../credential.ts';
import { DriveError } from '../drive.ts';
import { parseDriveResponseJson, parseDriveResponse, type DriveResponse, type DriveFetch } from '../drive-fetch.ts';
import { parseStorableTime } from '../provider-values.ts';
import type { DriveSettings } from '../settings.ts';

/** OAuth scope for read access only. */
export const READ_ONLY_SCOPE = 'https://www.googleapis.com/auth/drive.readonly';

const Issued = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const Exchanged = z.object({ refresh_token: z.string().min(1).optional(), scope: z.string().optional() });
const Refused = z.object({ error: z.string(), error_description: z.string().optional().catch(undefined) });

/** Error codes that mean the grant is gone, or belongs to another client. */
const LOST = new Set([
  'invalid_grant',
  'access_denied',
  'admin_policy_enforced',
  'deleted_client',
  'unauthorized_client',
]);

const REFUSED =
  'Google gives out no token: check the operator’s client, GOOGLE_DRIVE_CLIENT_ID and GOOGLE_DRIVE_CLIENT_SECRET, ' +
  'and the addresses that it may lead back to.';

/** Google's message for a signature whose time differs from Google's clock. */
const OF_ANOTHER_TIME = /short-lived|reasonable timeframe/i;

/** The clock of this server is wrong; access isn't lost. */
export class WrongClockError extends DriveError {
  /** Google's time, if the response has it. */
  readonly now: Date | null;

  constructor(date: string | null) {
    super('unavailable', {
      detail: 'The clock of this server is wrong: Google takes no signature of it. Set the clock.',
    });
    this.now = date === null ? null : parseStorableTime(date);
  }
}

type Client = NonNullable<DriveSettings['google']['client']>;

/** Builds the address of the consent page for read access (RFC 7636, S256). */
export function createGoogleConsentUrl(
  authorizeUrl: string,
  client: Client,
  asked: { state: string; challenge: string; redirectUri: string; loginHint: string | null },
): string {
  const url = new URL(authorizeUrl);
  const query = {
    client_id: client.id,
    redirect_uri: asked.redirectUri,
    response_type: 'code',
    scope: READ_ONLY_SCOPE,
    state: asked.state,
    code_challenge: asked.challenge,
    code_challenge_method: 'S256',
    // Google issues a refresh token only for offline access, and only with consent.
    access_type: 'offline',
    prompt: 'consent',
    ...(asked.loginHint !== null && { login_hint: asked.loginHint }),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** Calls the token endpoint. */
export type CallTokenEndpoint = (grant: Record<string, string>, signal?: AbortSignal) => Promise<DriveResponse>;

/** @throws DriveError `access_lost` if the grant is refused, else `quota` or `unavailable`. */
export function createTokenEndpointCaller(driveFetch: DriveFetch, tokenUrl: string): CallTokenEndpoint {
  return async (grant, signal) => {
    const answer = await driveFetch({
      url: new URL(tokenUrl),
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(grant).toString(),
      signal,
    });
    if (answer.status === 200) return answer;
    const retryAfter = answer.retryAfter === undefined ? {} : { retryAfter: answer.retryAfter };
    if (answer.status === 429) throw new DriveError('quota', retryAfter);
    const { error: said, error_description: words = '' } = Refused.safeParse(parseDriveResponseJson(answer)).data ?? {};
    if (answer.status >= 500 || said === undefined) throw new DriveError('unavailable', retryAfter);
    if (said === 'invalid_grant' && OF_ANOTHER_TIME.test(words)) throw new WrongClockError(answer.headers.get('date'));
    if (LOST.has(said)) throw new DriveError('access_lost');
    throw new DriveError('unavailable', { detail: REFUSED });
  };
}

export function parseAccessToken(answer: DriveResponse): AccessToken {
  const { access_token: token, expires_in: seconds } = parseDriveResponse(Issued, answer);
  return { token, seconds };
}

/** @throws DriveError `forbidden` if the user didn't grant read access. */
export async function exchangeAuthorizationCode(
  endpoint: CallTokenEndpoint,
  client: Client,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
  signal?: AbortSignal,
): Promise<OAuthGrant> {
  const answer = await endpoint(
    {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
      client_id: client.id,
      client_secret: client.secret,
    },
    signal,
  );
  const { refresh_token: refreshToken, scope = '' } = parseDriveResponse(Exchanged, answer);
  // People can take a tick away while they consent.
  if (!scope.split(' ').includes(READ_ONLY_SCOPE)) {
    throw new DriveError('forbidden', {
      detail: 'Reading the drive was not allowed. Connect again, and leave its box ticked.',
    });
  }
  if (refreshToken === undefined) {
    throw new DriveError('unavailable', { detail: 'Google gave no lasting access. Connect again.' });
  }
  return { auth: 'oauth', refreshToken };
}

export async function refreshAccessToken(
  endpoint: CallTokenEndpoint,
  client: Client,
  { refreshToken }: OAuthGrant,
): Promise<AccessToken> {
  return parseAccessToken(
    await endpoint({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: client.id,
      client_secret: client.secret,
    }),
  );
}
