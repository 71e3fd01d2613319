import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '../../core/errors.ts';
import { FairSemaphore, QueueRefusedError } from '../../platform/concurrency/fair-semaphore.ts';

const derive = promisify(argon2);

/** Parameters of Argon2id, as OWASP recommends; memory in KiB. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };

/** Hashes that are computed at a time. Each takes 19 MiB and about 30 ms of a core. */
const hashing = new FairSemaphore({ slots: 2, waiting: 100, waitingOfKey: 50, patience: 10_000 });

async function tagOf(workspace: string, pin: string, nonce: Buffer): Promise<Buffer> {
  try {
    return await hashing.run(workspace, () => derive('argon2id', { message: Buffer.from(pin), nonce, ...COST }));
  } catch (error) {
    if (!(error instanceof QueueRefusedError)) throw error;
    throw new AppError('busy', 'Too many people sign in at once. Try again in a few seconds.', {
      headers: { 'retry-after': '5' },
    });
  }
}

/** Hashes a PIN with a random salt. @throws AppError `busy` */
export async function hashPin(workspace: string, pin: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await tagOf(workspace, pin, nonce);
  return `argon2id$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
}

/**
 * Returns true if a PIN has the hash. Without a hash it takes as long, so that the time doesn't tell who has a PIN.
 * @throws AppError `busy`
 */
export async function verifyPin(workspace: string, pin: string, hash: string | undefined): Promise<boolean> {
  const [, nonce = '', tag = ''] = hash?.split('$') ?? [];
  const salt = hash === undefined ? randomBytes(16) : Buffer.from(nonce, 'base64url');
  const made = await tagOf(workspace, pin, salt);
  const stored = Buffer.from(tag, 'base64url');
  return made.length === stored.length && timingSafeEqual(made, stored);
}
