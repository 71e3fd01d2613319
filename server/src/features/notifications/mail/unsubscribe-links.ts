import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { NotificationCategory } from '@training/shared/notifications/notifications';
import { parse as bytesOf, stringify as uuidOf } from 'uuid';
import type { MailSubscription, UnsubscribeTokens } from '../../../core/context.ts';

/** Bytes of a UUID, and of a signature that can't be guessed. */
const UUID = 16;
const SIGNATURE = 16;

/**
 * Signed links to unsubscribe from a category without signing in. Each names the user and the category. The signature
 * proves that the link comes from a mail. Links never expire, since mails don't either.
 */
export class UnsubscribeLinks implements UnsubscribeTokens {
  readonly #secret: () => Promise<string>;
  #key: Promise<Buffer> | undefined;

  /** @param secret The secret that signs session cookies. The links' key is derived from it. */
  constructor(secret: () => Promise<string>) {
    this.#secret = secret;
  }

  async token({ workspaceId, userId, category }: MailSubscription): Promise<string> {
    const named = Buffer.concat([bytesOf(workspaceId), bytesOf(userId), Buffer.from(category, 'utf8')]);
    return Buffer.concat([await this.#sign(named), named]).toString('base64url');
  }

  /** What a token names, or undefined where we have not made it. */
  async read(token: string): Promise<MailSubscription | undefined> {
    const bytes = Buffer.from(token, 'base64url');
    const named = bytes.subarray(SIGNATURE);
    if (named.length <= 2 * UUID) return undefined;
    if (!timingSafeEqual(bytes.subarray(0, SIGNATURE), await this.#sign(named))) return undefined;
    const category = NotificationCategory.safeParse(named.toString('utf8', 2 * UUID));
    if (!category.success) return undefined;
    return { workspaceId: uuidOf(named), userId: uuidOf(named, UUID), category: category.data };
  }

  async #sign(named: Buffer): Promise<Buffer> {
    this.#key ??= this.#derive();
    return createHmac('sha256', await this.#key)
      .update(named)
      .digest()
      .subarray(0, SIGNATURE);
  }

  /** Doesn't cache a failure, as the database may have been down. */
  async #derive(): Promise<Buffer> {
    try {
      return Buffer.from(hkdfSync('sha256', await this.#secret(), '', 'unsubscribe links', 32));
    } catch (error) {
      this.#key = undefined;
      throw error;
    }
  }
}
