import type { Encryption } from '../../src/platform/encryption/encryption-keys.ts';

/** The provider key of the workspace in every dump; whoever restores the database opens it again. */
export const OWN_KEY = 'good-own-0123456789abcdef';

/** What test servers seal with; the dumps have been sealed with it, so it stays. */
export const SEALED_WITH: Encryption = { keys: new Map([['test', Buffer.alloc(32, 7)]]), active: 'test' };
