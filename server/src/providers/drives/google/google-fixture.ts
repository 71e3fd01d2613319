import { createHash, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { startGoogleStandIn } from '../../../../test/drives/google-stand-in.ts';
import { DriveEnvironment, readDriveSettings } from '../settings.ts';
import { createGoogleDrive } from './google-drive.ts';

export const MARIA = 'maria@example.com';

/** Creates Google Drive adapters with a fake server for a test file. All responses of the fake server are checked. */
export async function startGoogle() {
  const google = await startGoogleStandIn();
  const settings = readDriveSettings(DriveEnvironment.parse(google.env)).google;
  const create = (
    changes: Partial<typeof settings> = {},
    waits: { json?: number; file?: number } = {},
    leftOut?: (connectionId: string, items: number) => void,
  ) => createGoogleDrive({ ...settings, ...changes }, waits, leftOut);
  const adapter = create();
  let opened = 0;

  beforeEach(() => google.reset());
  afterEach(() => {
    expect(google.problems.splice(0)).toEqual([]);
  });
  afterAll(() => google.stop());

  return {
    google,
    world: google.world,
    adapter,
    create,
    /** Opens the drive of a user who has consented. */
    open: (email = MARIA, of = adapter) => {
      google.world.account(email);
      const key = { connectionId: `connection ${++opened}`, version: 1 };
      return of.open({ auth: 'oauth', refreshToken: google.oauth.grant(email) }, key);
    },
  };
}

export const newVerifier = () => randomBytes(32).toString('base64url');
export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

export const failing = (outcome: string, more: { retryAfter?: number } = {}) =>
  expect.objectContaining({ name: 'DriveError', outcome, ...more });
