import type { NameNotification, WhyTold } from '@training/shared/notifications/inbox';
import type { Context } from '../../../core/context.ts';
import { defineStatement, JsonRow } from '../../../database/statements/statement.ts';
import { AppError } from '../../../core/errors.ts';
import { preparedJson } from '../../../platform/prepared-json.ts';
import { personOf } from '../list-inbox.ts';
import { DELIVERED, isSame, NOTIFICATION_JSON } from '../notification-json.ts';

const WHY = defineStatement({
  name: 'explain-delivery',
  scope: 'tenant',
  row: JsonRow,
  sql: `
select json_build_object(${NOTIFICATION_JSON}, 'because', n.because, 'deliveries', (
  select json_agg(json_build_object(${DELIVERED}) order by array_position(array['inbox', 'email'], n.channel))
  from notifications n
  where n.workspace_id = :workspaceId and n.recipient_id = :me and ${isSame('n', 't')}))::text as json
from notifications n
join notifications t on t.workspace_id = :workspaceId and t.id = n.id
where n.workspace_id = :workspaceId and n.id = :id and n.recipient_id = :me`,
});

/**
 * Explains why the caller was notified, and the outcome in each channel. The id can be that of the inbox's or the
 * mail's notification.
 * @throws AppError `notification_not_found`, also for another user's
 */
export async function explainDelivery(ctx: Context, { id }: NameNotification): Promise<WhyTold> {
  const found = await WHY.first(ctx.db.pool, { workspaceId: ctx.workspace.id, id, me: personOf(ctx) });
  if (!found) throw new AppError('notification_not_found', `There is no notification ${id} for you in this workspace.`);
  return preparedJson(found.json);
}
