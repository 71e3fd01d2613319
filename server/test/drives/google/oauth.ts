import { createHash, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Switches } from './methods.ts';

export const READ_ONLY = 'https://www.googleapis.com/auth/drive.readonly';
const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const AUDIENCE = 'https://oauth2.googleapis.com/token';

export type Client = { id: string; secret: string };
export type Grant = { email: string; scope: string };
type Code = Grant & { redirectUri: string; challenge: string; until: number };

/** The consent that somebody is asked for, once everything about it is right. */
export type Consent = { redirectUri: string; state: string; challenge: string; loginHint: string | null };

/** Answer to a request for a token. */
export type TokenAnswer = { status: number; body: object };

const refused = (error: string, error_description: string, status = 400): TokenAnswer => ({
  status,
  body: { error, error_description },
});

const Claims = z.strictObject({ iss: z.string(), scope: z.string(), aud: z.string(), iat: z.int(), exp: z.int() });

/** Google's accounts: who consented to what, and the tokens that came of it. */
export class GoogleOAuth {
  readonly client: Client;
  readonly #switches: Switches;
  readonly #clock: () => number;
  readonly #codes = new Map<string, Code>();
  readonly #refreshTokens = new Map<string, Grant>();
  readonly #accessTokens = new Map<string, Grant & { until: number }>();
  /** Public keys of service accounts. */
  readonly #keys = new Map<string, string>();
  /** Number of requests for a token. */
  tokenRequests = 0;

  constructor(client: Client, switches: Switches, clock: () => number) {
    this.client = client;
    this.#switches = switches;
    this.#clock = clock;
  }

  /** Returns what someone is asked to consent to, or in a word what is wrong with the request. */
  consent(query: URLSearchParams): Consent | { problem: string } {
    const redirectUri = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== this.client.id) return { problem: 'invalid_client' };
    if (!URL.canParse(redirectUri)) return { problem: 'redirect_uri_mismatch' };
    const challenge = query.get('code_challenge') ?? '';
    const wanted: [string, string][] = [
      ['response_type', 'code'],
      ['scope', READ_ONLY],
      ['code_challenge_method', 'S256'],
      ['access_type', 'offline'],
      ['prompt', 'consent'],
    ];
    const wrong = wanted.find(([name, value]) => query.get(name) !== value)?.[0];
    if (wrong !== undefined || !/^[\w-]{43}$/.test(challenge))
      return { problem: `invalid_request: ${wrong ?? 'PKCE'}` };
    return { redirectUri, state: query.get('state') ?? '', challenge, loginHint: query.get('login_hint') };
  }

  /** Returns the address to go back to, with the decision. */
  decided({ redirectUri, state, challenge }: Consent, email: string, decision: Switches['consent']): string {
    const back = new URL(redirectUri);
    back.searchParams.set('state', state);
    if (decision === 'deny') {
      back.searchParams.set('error', 'access_denied');
      return back.href;
    }
    const code = `4/0${randomBytes(32).toString('base64url')}`;
    const scope = decision === 'without_scope' ? '' : READ_ONLY;
    this.#codes.set(code, { email, scope, redirectUri, challenge, until: this.#clock() + 600_000 });
    back.searchParams.set('code', code);
    back.searchParams.set('scope', scope);
    return back.href;
  }

  /** The endpoint of tokens. */
  token(form: URLSearchParams): TokenAnswer {
    this.tokenRequests++;
    const type = form.get('grant_type');
    if (type === JWT_BEARER) return this.#byAssertion(form.get('assertion') ?? '');
    if (form.get('client_id') !== this.client.id || form.get('client_secret') !== this.client.secret) {
      return refused('invalid_client', 'The OAuth client was not found.', 401);
    }
    if (type === 'authorization_code') return this.#byCode(form);
    if (type !== 'refresh_token') return refused('unsupported_grant_type', 'Invalid grant_type');
    const grant = this.#refreshTokens.get(form.get('refresh_token') ?? '');
    if (!grant) return refused('invalid_grant', 'Token has been expired or revoked.');
    return { status: 200, body: this.#issue(grant) };
  }

  /** Whom an access token is of, while it is good. */
  whose(token: string): Grant | undefined {
    const known = this.#accessTokens.get(token);
    return known && known.until > this.#clock() ? known : undefined;
  }

  /** As the person does on their account's page: nothing of what they granted is good any more. */
  revoke(email: string): void {
    for (const tokens of [this.#refreshTokens, this.#accessTokens]) {
      for (const [token, grant] of tokens) if (grant.email === email) tokens.delete(token);
    }
    this.#keys.delete(email);
  }

  /** Access tokens end at once; whoever may gets new ones. */
  expireTokens(): void {
    this.#accessTokens.clear();
  }

  /** A grant without the consent: its refresh token. */
  grant(email: string, scope = READ_ONLY): string {
    const token = `1//0${randomBytes(32).toString('base64url')}`;
    this.#refreshTokens.set(token, { email, scope });
    return token;
  }

  /** The JSON that Google makes for a service account, which is only given out once. */
  serviceAccount(email: string): string {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    });
    this.#keys.set(email, publicKey);
    return JSON.stringify({
      type: 'service_account',
      project_id: 'stand-in',
      private_key_id: randomBytes(20).toString('hex'),
      private_key: privateKey,
      client_email: email,
      client_id: '100000000000000000000',
      auth_uri: 'https://accounts.google.com/o/oauth2/auth',
      token_uri: AUDIENCE,
      universe_domain: 'googleapis.com',
    });
  }

  #byCode(form: URLSearchParams): TokenAnswer {
    const given = form.get('code') ?? '';
    const code = this.#codes.get(given);
    this.#codes.delete(given);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!code || code.until < this.#clock() || code.challenge !== challenge) {
      return refused('invalid_grant', 'Malformed auth code.');
    }
    if (code.redirectUri !== form.get('redirect_uri')) return refused('redirect_uri_mismatch', 'Bad Request');
    const refreshToken = this.grant(code.email, code.scope);
    return { status: 200, body: { ...this.#issue(code), refresh_token: refreshToken } };
  }

  #byAssertion(assertion: string): TokenAnswer {
    const [header = '', payload = '', signature = ''] = assertion.split('.');
    const parsed = Claims.safeParse(jsonOf(payload));
    if (!parsed.success) return refused('invalid_grant', 'Invalid JWT.');
    const { iss, scope, aud, iat, exp } = parsed.data;
    const key = this.#keys.get(iss);
    if (!key) return refused('invalid_grant', 'Invalid grant: account not found');
    const verify = createVerify('RSA-SHA256').update(`${header}.${payload}`);
    const now = this.#clock() / 1000;
    const isSigned =
      z.object({ alg: z.literal('RS256') }).safeParse(jsonOf(header)).success &&
      verify.verify(key, signature, 'base64url');
    if (!isSigned) return refused('invalid_grant', 'Invalid JWT Signature.');
    if (aud !== AUDIENCE || exp - iat > 3_600 || iat > now + 60 || exp < now) {
      return refused('invalid_grant', INVALID_TIME);
    }
    return { status: 200, body: this.#issue({ email: iss, scope }, false) };
  }

  #issue({ email, scope }: Grant, withScope = true): object {
    const token = `ya29.${randomBytes(48).toString('base64url')}`;
    const seconds = this.#switches.tokenSeconds;
    this.#accessTokens.set(token, { email, scope, until: this.#clock() + seconds * 1000 });
    return { access_token: token, expires_in: seconds, token_type: 'Bearer', ...(withScope && { scope }) };
  }
}

/** In Google's words. */
const INVALID_TIME =
  'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. Check your iat and exp values in the JWT claim.';

function jsonOf(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
