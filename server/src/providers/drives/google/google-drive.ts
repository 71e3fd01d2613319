import { z } from 'zod';
import { AccessTokens } from '../access-tokens.ts';
import type { CredentialKey, OAuthGrant, ServiceAccount } from '../credential.ts';
import type { Drive } from '../drive.ts';
import { DriveFailure } from '../drive-failure.ts';
import { createDriveFetch } from '../drive-fetch.ts';
import type { DriveSettings } from '../settings.ts';
import { GoogleApi } from './google-api.ts';
import { changeLog } from './google-changes.ts';
import { isReadableGoogleFile, readGoogleContent } from './google-content.ts';
import { getItem, listFolder, rootsOf } from './google-folders.ts';
import { authorizationUrl, exchangeCode, refreshToken, tokenEndpoint } from './google-oauth.ts';
import { ResourceKeys, type FindResourceKeys } from './resource-keys.ts';
import { serviceAccountOf, requestServiceToken } from './service-account.ts';

export type GoogleDrive = {
  /** Returns the address of Google's consent page. `challenge` is that of PKCE, S256. Needs the operator's client. */
  authorizationUrl(asked: { state: string; challenge: string; redirectUri: string; loginHint: string | null }): string;
  /** @throws DriveFailure `access_lost` if the code is refused, `forbidden` if read access wasn't granted */
  exchange(given: { code: string; verifier: string; redirectUri: string }, signal?: AbortSignal): Promise<OAuthGrant>;
  /** Extracts the needed data from a service account's JSON, or returns what is wrong with it and what to do. */
  serviceAccount(json: string): ServiceAccount | { problem: string };
  /** @param resourceKeys Finds the stored resource keys of the account's files. */
  open(credential: OAuthGrant | ServiceAccount, key: CredentialKey, resourceKeys?: FindResourceKeys): Drive;
};

const About = z.object({ user: z.object({ emailAddress: z.string().min(1) }) });

/**
 * @param waits Milliseconds until the end of a response, if not the defaults
 * @param leftOut Receives the connection and the number of items skipped because they are invalid
 */
export function createGoogleDrive(
  settings: DriveSettings['google'],
  waits: { json?: number; file?: number } = {},
  leftOut: (connectionId: string, items: number) => void = () => undefined,
): GoogleDrive {
  const base = `${settings.apiUrl}/drive/v3`;
  const apiFetch = createDriveFetch([base], waits);
  const endpoint = tokenEndpoint(createDriveFetch([new URL('.', settings.tokenUrl).href], waits), settings.tokenUrl);
  const tokens = new AccessTokens();
  const resourceKeys = new ResourceKeys();

  function client() {
    if (settings.client) return settings.client;
    throw new DriveFailure('unavailable', {
      detail: 'The operator has set no client for Google Drive: GOOGLE_DRIVE_CLIENT_ID and GOOGLE_DRIVE_CLIENT_SECRET.',
    });
  }

  return {
    authorizationUrl: (asked) => authorizationUrl(settings.authorizeUrl, client(), asked),
    exchange: (given, signal) => exchangeCode(endpoint, client(), given, signal),
    serviceAccount: serviceAccountOf,

    open(credential, { connectionId, version }, find) {
      const key = `${connectionId} ${version}`;
      const ask = () =>
        credential.auth === 'oauth'
          ? refreshToken(endpoint, client(), credential)
          : requestServiceToken(endpoint, credential, new Date());
      const source = {
        of: (signal: AbortSignal | undefined) => tokens.of(key, ask, signal),
        forget: (token: string) => tokens.forget(key, token),
      };
      const api = new GoogleApi(base, apiFetch, source, resourceKeys.of(connectionId, find), (items) =>
        leftOut(connectionId, items),
      );
      return {
        account: async (signal) =>
          (await api.get(About, 'about', { query: { fields: 'user/emailAddress' }, signal })).user.emailAddress,
        roots: (signal) => rootsOf(api, signal),
        list: (folder, page, signal) => listFolder(api, folder, page, signal),
        get: ({ id }, signal) => getItem(api, id, signal),
        read: (item, signal) => readGoogleContent(api, item, signal),
        reads: isReadableGoogleFile,
        log: changeLog(api),
      };
    },
  };
}
