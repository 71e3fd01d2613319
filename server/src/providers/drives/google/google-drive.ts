import { createPrivateKey, sign } from 'node:crypto';
import { z } from 'zod';
import { type AccessToken, AccessTokenCache } from '../access-tokens.ts';
import type { AccessTokenCacheKey, OAuthGrant, GoogleServiceAccount } from '../credential.ts';
import { createDriveFetch, parseDriveResponse } from '../drive-fetch.ts';
import { type DriveChangeFeed, type Drive, type DriveChange, DriveError } from '../drive.ts';
import { parseListItems, PageToken, ProviderAssignedId } from '../provider-values.ts';
import type { DriveSettings } from '../settings.ts';
import { GoogleDriveApiClient } from './google-api.ts';
import { isReadableGoogleFile, readGoogleFileContent } from './google-content.ts';
import { findGoogleItem, listGoogleDriveFolder, rememberResourceKeys, listGoogleDriveRoots } from './google-folders.ts';
import { GOOGLE_FILE_FIELDS, GoogleFile, driveItemOf } from './google-items.ts';
import {
  parseAccessToken,
  createGoogleConsentUrl,
  exchangeAuthorizationCode,
  READ_ONLY_SCOPE,
  refreshAccessToken,
  createTokenEndpointCaller,
  type CallTokenEndpoint,
  WrongClockError,
} from './google-oauth.ts';
import { type FindResourceKeys, GoogleResourceKeyCache } from './resource-keys.ts';

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
function serviceAccountOf(json: string): GoogleServiceAccount | { problem: string } {
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
async function requestServiceToken(
  endpoint: CallTokenEndpoint,
  account: GoogleServiceAccount,
  now: Date,
): Promise<AccessToken> {
  try {
    return await signedAt(endpoint, account, now);
  } catch (error) {
    if (!(error instanceof WrongClockError) || !error.now) throw error;
    return signedAt(endpoint, account, error.now);
  }
}

async function signedAt(endpoint: CallTokenEndpoint, account: GoogleServiceAccount, now: Date): Promise<AccessToken> {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const claims = { iss: account.email, scope: READ_ONLY_SCOPE, aud: AUDIENCE, iat: issuedAt, exp: issuedAt + SECONDS };
  const signed = [{ alg: 'RS256', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = signatureOf(signed, account.privateKey);
  return parseAccessToken(
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
    throw new DriveError('access_lost', { detail: 'The private key of the service account cannot be used.' });
  }
}

/** Maximum page size of Google. */
const PAGE = 1_000;

/** Milliseconds for which a channel has to be open. */
const SHORTEST_LIFE = 60_000;

const StartPageToken = z.object({ startPageToken: PageToken });

/**
 * A change that isn't a removal includes the file. Changes of a shared drive itself, such as its name, concern no file.
 */
const Change = z.union([
  z.object({ changeType: z.literal('file').optional(), fileId: GoogleFile.shape.id, removed: z.literal(true) }),
  z.object({
    changeType: z.literal('file').optional(),
    fileId: GoogleFile.shape.id,
    time: GoogleFile.shape.modifiedTime,
    file: GoogleFile,
  }),
  z.object({ changeType: z.literal('drive') }),
]);
const ChangeList = z.object({
  nextPageToken: PageToken.optional(),
  newStartPageToken: PageToken.optional(),
  changes: z.array(z.unknown()),
});

const Channel = z.object({ resourceId: ProviderAssignedId, expiration: z.string().regex(/^\d{1,15}$/) });

/**
 * Query parameters of the list of changes. The account's own list also covers items of shared drives that are only
 * shared with the account.
 */
function scopeOf(driveId: string | null) {
  return { driveId, supportsAllDrives: true, includeItemsFromAllDrives: true, includeRemoved: true, spaces: 'drive' };
}

function changeFeed(api: GoogleDriveApiClient): DriveChangeFeed {
  return {
    async start(driveId, signal) {
      const query = { driveId, supportsAllDrives: true, fields: 'startPageToken' };
      return (await api.get(StartPageToken, 'changes/startPageToken', { query, signal })).startPageToken;
    },

    async changes(driveId, cursor, signal) {
      const fields = `nextPageToken,newStartPageToken,changes(changeType,fileId,removed,time,file(${GOOGLE_FILE_FIELDS}))`;
      const query = { ...scopeOf(driveId), pageToken: cursor, pageSize: PAGE, fields };
      const page = await api.get(ChangeList, 'changes', { query, goesOn: true, signal });
      const next = page.nextPageToken ?? page.newStartPageToken;
      if (next === undefined) {
        throw new DriveError('unavailable', { detail: 'Google does not say where its list of changes goes on.' });
      }
      const changes = parseListItems(Change, page.changes, api.leftOut).flatMap((change) => changeOf(api, change));
      return { changes, next, more: page.nextPageToken !== undefined };
    },

    async watch(driveId, cursor, { id, token, address, expiresAt }, signal) {
      const query = { ...scopeOf(driveId), pageToken: cursor, fields: 'resourceId,expiration' };
      // Without an expiration the channel would end after an hour.
      const body = { id, type: 'web_hook', address, token, expiration: String(expiresAt.getTime()) };
      const answer = await api.post('changes/watch', body, { query, goesOn: true, signal });
      const { resourceId, expiration } = parseDriveResponse(Channel, answer);
      const until = Math.min(Number(expiration), expiresAt.getTime());
      if (until < Date.now() + SHORTEST_LIFE) {
        throw new DriveError('unavailable', { detail: 'Google opens a channel that ends at once.' });
      }
      return { resourceId, expiresAt: new Date(until) };
    },

    async stop({ id, resourceId }, signal) {
      try {
        await api.post('channels/stop', { id, resourceId }, { signal });
      } catch (error) {
        // The channel has already ended.
        if (!(error instanceof DriveError && error.outcome === 'not_found')) throw error;
      }
    },
  };
}

function changeOf(api: GoogleDriveApiClient, change: z.infer<typeof Change>): DriveChange[] {
  if (!('fileId' in change)) return [];
  return [
    {
      id: change.fileId,
      item: 'file' in change ? driveItemOf(rememberResourceKeys(api, change.file), change.time) : undefined,
    },
  ];
}

export type GoogleDrive = {
  /** Returns the address of Google's consent page. `challenge` is that of PKCE, S256. Needs the operator's client. */
  authorizationUrl(asked: { state: string; challenge: string; redirectUri: string; loginHint: string | null }): string;
  /** @throws DriveError `access_lost` if the code is refused, `forbidden` if read access wasn't granted */
  exchange(given: { code: string; verifier: string; redirectUri: string }, signal?: AbortSignal): Promise<OAuthGrant>;
  /** Extracts the needed data from a service account's JSON, or returns what is wrong with it and what to do. */
  serviceAccount(json: string): GoogleServiceAccount | { problem: string };
  /** @param resourceKeys Finds the stored resource keys of the account's files. */
  open(credential: OAuthGrant | GoogleServiceAccount, key: AccessTokenCacheKey, resourceKeys?: FindResourceKeys): Drive;
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
  const endpoint = createTokenEndpointCaller(
    createDriveFetch([new URL('.', settings.tokenUrl).href], waits),
    settings.tokenUrl,
  );
  const tokens = new AccessTokenCache();
  const resourceKeys = new GoogleResourceKeyCache();

  function client() {
    if (settings.client) return settings.client;
    throw new DriveError('unavailable', {
      detail: 'The operator has set no client for Google Drive: GOOGLE_DRIVE_CLIENT_ID and GOOGLE_DRIVE_CLIENT_SECRET.',
    });
  }

  return {
    authorizationUrl: (asked) => createGoogleConsentUrl(settings.authorizeUrl, client(), asked),
    exchange: (given, signal) => exchangeAuthorizationCode(endpoint, client(), given, signal),
    serviceAccount: serviceAccountOf,

    open(credential, { connectionId, version }, find) {
      const key = `${connectionId} ${version}`;
      const ask = () =>
        credential.auth === 'oauth'
          ? refreshAccessToken(endpoint, client(), credential)
          : requestServiceToken(endpoint, credential, new Date());
      const source = {
        of: (signal: AbortSignal | undefined) => tokens.of(key, ask, signal),
        forget: (token: string) => tokens.forget(key, token),
      };
      const api = new GoogleDriveApiClient(base, apiFetch, source, resourceKeys.of(connectionId, find), (items) =>
        leftOut(connectionId, items),
      );
      return {
        account: async (signal) =>
          (await api.get(About, 'about', { query: { fields: 'user/emailAddress' }, signal })).user.emailAddress,
        roots: (signal) => listGoogleDriveRoots(api, signal),
        list: (folder, page, signal) => listGoogleDriveFolder(api, folder, page, signal),
        get: ({ id }, signal) => findGoogleItem(api, id, signal),
        read: (item, signal) => readGoogleFileContent(api, item, signal),
        reads: isReadableGoogleFile,
        feed: changeFeed(api),
      };
    },
  };
}
