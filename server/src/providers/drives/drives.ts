import type { CredentialKey, DriveCredential } from './credential.ts';
import type { Drive } from './drive.ts';
import { createGoogleDrive, type GoogleDrive } from './google/google-drive.ts';
import { createLarkDrive, type LarkDrive } from './lark/lark-drive.ts';
import type { DriveSettings } from './settings.ts';

/** The drives that can be read; one for the whole process, which keeps the access tokens. */
export type Drives = {
  settings: DriveSettings;
  google: GoogleDrive;
  lark: LarkDrive;
  /** Where browsers reach us. */
  origin: () => string;
  open(credential: DriveCredential, key: CredentialKey): Drive;
};

export function createDrives(settings: DriveSettings, origin: () => string): Drives {
  const google = createGoogleDrive(settings.google);
  const lark = createLarkDrive(settings.lark);
  return {
    settings,
    google,
    lark,
    origin,
    open: (credential, key) => (credential.auth === 'app' ? lark.open(credential, key) : google.open(credential, key)),
  };
}
