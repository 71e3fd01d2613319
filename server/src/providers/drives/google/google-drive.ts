import type { CredentialKey, OAuthGrant, ServiceAccount } from '../credential.ts';
import type { Drive } from '../drive.ts';
import { DriveFailure } from '../drive-failure.ts';
import type { DriveSettings } from '../settings.ts';

export type GoogleDrive = {
  /** Where somebody is sent to consent; `challenge` is that of PKCE, S256. Only with the operator’s client. */
  authorizationUrl(asked: { state: string; challenge: string; redirectUri: string; loginHint: string | null }): string;
  /** @throws DriveFailure `access_lost` where the code is refused, `forbidden` where reading was not granted */
  exchange(given: { code: string; verifier: string; redirectUri: string }, signal?: AbortSignal): Promise<OAuthGrant>;
  /** Of the JSON that Google makes for a service account, what is needed; or what is wrong with it and what to do. */
  serviceAccount(json: string): ServiceAccount | { problem: string };
  open(credential: OAuthGrant | ServiceAccount, key: CredentialKey): Drive;
};

export function createGoogleDrive(_settings: DriveSettings['google']): GoogleDrive {
  const missing = (): never => {
    throw new DriveFailure('unavailable');
  };
  return { authorizationUrl: missing, exchange: missing, serviceAccount: missing, open: missing };
}
