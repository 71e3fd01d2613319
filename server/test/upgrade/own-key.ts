import type { Encryption } from '../../src/platform/encryption/encryption-keys.ts';

/** The provider key of the workspace in every dump; whoever restores the database opens it again. */
export const OWN_KEY = 'good-own-0123456789abcdef';

/** What else is sealed in dumps since webhooks, chat channels and drives. */
export const OTHER_SECRETS = {
  chat: JSON.stringify({ url: 'https://hooks.slack.com/services/T0/B0/abc', secret: null }),
  drive: JSON.stringify({ kind: 'google', refreshToken: 'token' }),
  webhook: `whsec_${Buffer.alloc(24, 3).toString('base64')}`,
};

/** What test servers seal with; the dumps have been sealed with it, so it stays. */
export const SEALED_WITH: Encryption = { keys: new Map([['test', Buffer.alloc(32, 7)]]), active: 'test' };
