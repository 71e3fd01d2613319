import type { CredentialKey, DriveApp } from '../credential.ts';
import type { Drive } from '../drive.ts';
import { DriveFailure } from '../drive-failure.ts';
import type { DriveSettings } from '../settings.ts';

export type LarkDrive = {
  /** Asks for a token of the app. @throws DriveFailure `access_lost` where id or secret are refused */
  checkApp(app: Pick<DriveApp, 'kind' | 'appId' | 'appSecret'>, signal?: AbortSignal): Promise<void>;
  open(credential: DriveApp, key: CredentialKey): Drive;
};

export function createLarkDrive(_settings: DriveSettings['lark']): LarkDrive {
  const missing = (): never => {
    throw new DriveFailure('unavailable');
  };
  return { checkApp: missing, open: missing };
}
