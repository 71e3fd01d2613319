import { LockMode } from '@mikro-orm/postgresql';
import { describeCategory } from '@training/shared/notifications/notifications';
import { z } from 'zod';
import type { Context, MailSubscription, Workspace } from '../../../core/context.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { recordEvent } from '../../events/record-event.ts';
import { UserEntity } from '../../users/user.entity.ts';
import { NotificationUnsubscribeEntity } from '../notification-settings.entity.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';

const Found = z.strictObject({ slug: z.string(), workspace: z.string(), name: z.string(), subscribed: z.boolean() });

const FIND = defineStatement({
  name: 'find-subscription',
  scope: 'tenant',
  row: Found,
  sql: `
select w.slug, w.name as workspace, u.full_name as name, not exists (
  select from notification_unsubscribes n
  where n.workspace_id = :workspaceId and n.user_id = :userId and n.category = :category) as subscribed
from users u join workspaces w on w.id = u.workspace_id and w.id = :workspaceId
where u.workspace_id = :workspaceId and u.id = :userId`,
});

/** Reads and changes subscriptions through a link in a mail, without a session (rules/notifications 21). */
export function createSubscriptions(db: Database, links: UnsubscribeLinks) {
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

/** Of two at once, one changes it and records that. */
function store(db: Database, found: MailSubscription & z.infer<typeof Found>, subscribed: boolean): Promise<void> {
  const { workspaceId, userId, category, slug, workspace: name } = found;
  const workspace: Workspace = { id: workspaceId, slug, name };
  const now = new Date();
  // The link identifies the mail's recipient, not the person who opens it.
  const actor = { kind: 'system', name: 'A link in a mail' } as const;
  const ctx: Context = { db, workspace, actor, reach: 'workspace', now, requestId: null, ip: null };
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
      changes: { category: describeCategory(category).label },
    });
  });
}
