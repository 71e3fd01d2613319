import { z } from 'zod';
import type { AccessTokenCache } from '../access-tokens.ts';
import type { AccessTokenCacheKey, LarkDriveApp } from '../credential.ts';
import type { DriveFetch, DriveRequest } from '../drive-fetch.ts';
import {
  driveErrorOfLarkResponse,
  parseSuccessfulResponse,
  parseLarkResponse,
  isTokenRefusal,
  type LarkResponse,
} from './lark-failure.ts';

/** Credentials of an app; its other fields are for its webhook. */
export type LarkAppCredentials = Pick<LarkDriveApp, 'kind' | 'appId' | 'appSecret'>;

type Call = {
  method?: 'GET' | 'POST';
  /** Path after the host, with encoded values. */
  path: string;
  query?: Record<string, string>;
  body?: object;
  signal?: AbortSignal | undefined;
};

/** Calls to Lark's API with one app. All of them @throws DriveError. */
export type LarkApiClient = {
  json<T>(schema: z.ZodType<T>, call: Call): Promise<T>;
  file(call: Call): Promise<Uint8Array>;
};

const TenantToken = z.object({
  tenant_access_token: z.string().min(1),
  expire: z.number().min(0).describe('Seconds.'),
});

/**
 * Seconds before its expiry that a token is replaced. Lark issues a new one in the last half hour, and the old one
 * stays valid.
 */
const RENEWED_BEFORE = 600;

export function createLarkApiClient(
  fetch: DriveFetch,
  tokens: AccessTokenCache,
  apiUrl: string,
  app: LarkAppCredentials,
  { connectionId, version }: AccessTokenCacheKey,
): LarkApiClient {
  const key = `${connectionId} ${version}`;

  async function ask(call: Call, as: DriveRequest['as']): Promise<LarkResponse> {
    const askForToken = () => requestTenantToken(fetch, apiUrl, app);
    const token = await tokens.of(key, askForToken, call.signal);
    const answer = parseLarkResponse(await fetch(requestOf(call, as, token)));
    if (!isTokenRefusal(answer)) return answer;
    // The token may have been revoked early, for example when the secret was changed and changed back.
    tokens.forget(key, token);
    return parseLarkResponse(await fetch(requestOf(call, as, await tokens.of(key, askForToken, call.signal))));
  }

  function requestOf({ method = 'GET', path, query, body, signal }: Call, as: DriveRequest['as'], token: string) {
    const url = new URL(`${apiUrl}/open-apis${path}`);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': JSON_TYPE }) };
    return { url, method, headers, signal, ...(as && { as }), ...(body && { body: JSON.stringify(body) }) };
  }

  return {
    json: async (schema, call) => parseSuccessfulResponse(schema, await ask(call, 'json')),
    async file(call) {
      const answer = await ask(call, 'file');
      if (answer.status !== 200 || answer.code !== undefined) throw driveErrorOfLarkResponse(answer);
      return answer.bytes;
    },
  };
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** @throws DriveError `access_lost` if the app's id or secret is refused. */
export async function requestTenantToken(
  fetch: DriveFetch,
  apiUrl: string,
  app: LarkAppCredentials,
  signal?: AbortSignal,
) {
  const answer = await fetch({
    url: new URL(`${apiUrl}/open-apis/auth/v3/tenant_access_token/internal`),
    method: 'POST',
    headers: { 'content-type': JSON_TYPE },
    body: JSON.stringify({ app_id: app.appId, app_secret: app.appSecret }),
    signal,
  });
  const { tenant_access_token: token, expire } = parseSuccessfulResponse(TenantToken, parseLarkResponse(answer));
  return { token, seconds: Math.max(expire - RENEWED_BEFORE, expire / 2) };
}
