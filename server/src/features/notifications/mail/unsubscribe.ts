import { LockMode } from '@mikro-orm/postgresql';
import { NotificationCategory } from '@training/shared/notifications/notifications';
import { z } from 'zod';
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { parse as bytesOf, stringify as uuidOf } from 'uuid';
import {
  createSystemContextFields,
  type Context,
  type MailSubscription,
  type UnsubscribeTokenIssuer,
  type Workspace,
} from '../../../core/context.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { translatorIn } from '../../../core/messages.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { recordEvent } from '../../events/record-event.ts';
import { UserEntity } from '../../users/user.entity.ts';
import { NotificationUnsubscribeEntity } from '../notification-settings.entity.ts';

const Found = z.strictObject({
  slug: z.string(),
  workspace: z.string(),
  name: z.string(),
  language: z.string(),
  subscribed: z.boolean(),
});

const FIND = defineStatement({
  name: 'find-subscription',
  scope: 'tenant',
  row: Found,
  sql: `
select w.slug, w.name as workspace, u.full_name as name, coalesce(u.language, w.language) as language, not exists (
  select from notification_unsubscribes n
  where n.workspace_id = :workspaceId and n.user_id = :userId and n.category = :category) as subscribed
from users u join workspaces w on w.id = u.workspace_id and w.id = :workspaceId
where u.workspace_id = :workspaceId and u.id = :userId`,
});

/** Reads and changes subscriptions through a link in a mail, without a session (rules/notifications 21). */
export function createUnsubscribeService(db: Database, links: UnsubscribeLinks) {
  async function find(token: string) {
    const named = await links.read(token);
    const found = named && (await FIND.first(db.pool, named));
    return found && { ...named, ...found };
  }
  return {
    find,
    async change(token: string, subscribed: boolean) {
      const found = await find(token);
      if (!found) return undefined;
      if (found.subscribed !== subscribed) await store(db, found, subscribed);
      return { ...found, subscribed };
    },
  };
}

/** Changes a subscription; of two concurrent calls, one changes and records it. */
function store(db: Database, found: MailSubscription & z.infer<typeof Found>, subscribed: boolean): Promise<void> {
  const { workspaceId, userId, category, slug, workspace: name } = found;
  const workspace: Workspace = { id: workspaceId, slug, name };
  const now = new Date();
  // The link identifies the mail's recipient, not the person who opens it.
  const ctx: Context = { db, workspace, reach: 'workspace', ...createSystemContextFields('A link in a mail', now) };
  return inTransaction(ctx, async (em) => {
    const named = { workspaceId, userId, category };
    await em.findOne(UserEntity, { id: userId }, { fields: ['id'], lockMode: LockMode.PESSIMISTIC_WRITE });
    const isOut = (await em.count(NotificationUnsubscribeEntity, named)) > 0;
    if (isOut !== subscribed) return;
    if (subscribed) await em.nativeDelete(NotificationUnsubscribeEntity, named);
    else await em.insert(NotificationUnsubscribeEntity, { ...named, at: now });
    await recordEvent(em, ctx, {
      action: subscribed ? 'notifications.subscribed' : 'notifications.unsubscribed',
      subject: { kind: 'user', id: userId, name: found.name },
      changes: { category: translatorIn('notifications', 'en')(`category.${category}`) },
    });
  });
}

/** Bytes of a UUID, and of a signature that can't be guessed. */
const UUID = 16;
const SIGNATURE = 16;

/**
 * Signed links to unsubscribe from a category without signing in. Each names the user and the category. The signature
 * proves that the link comes from a mail. Links never expire, since mails don't either.
 */
export class UnsubscribeLinks implements UnsubscribeTokenIssuer {
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

  /** Returns the content of a token; undefined if this server hasn't made it. */
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
