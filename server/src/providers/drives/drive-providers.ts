import type { AccessTokenCacheKey, DriveCredential } from './credential.ts';
import type { Drive } from './drive.ts';
import { createGoogleDrive, type GoogleDrive } from './google/google-drive.ts';
import { createLarkDrive, type LarkDrive } from './lark/lark-drive.ts';
import type { FindResourceKeys } from './google/resource-keys.ts';
import type { DriveSettings } from './settings.ts';

/** Access to the drives of all providers. One instance per process, which caches the access tokens. */
export type DriveProviders = {
  settings: DriveSettings;
  google: GoogleDrive;
  lark: LarkDrive;
  /** Origin of the console. */
  origin: () => string;
  open(credential: DriveCredential, key: AccessTokenCacheKey, resourceKeys?: FindResourceKeys): Drive;
};

/** @param log Receives warnings about items that don't match the provider's API and are skipped. */
export function createDriveProviders(
  settings: DriveSettings,
  origin: () => string,
  log?: { warn(fields: object, message: string): void },
): DriveProviders {
  const leftOut = (connection_id: string, items: number) =>
    log?.warn({ connection_id, items }, 'Items of a drive are not what its API promises, and are left out');
  const google = createGoogleDrive(settings.google, {}, leftOut);
  const lark = createLarkDrive(settings.lark, leftOut);
  return {
    settings,
    google,
    lark,
    origin,
    open: (credential, key, resourceKeys) =>
      credential.auth === 'app' ? lark.open(credential, key) : google.open(credential, key, resourceKeys),
  };
}
