import { NotificationFacts, NotificationKind, notificationPathOf } from '@training/shared/notifications/notifications';
import { z } from 'zod';
import { translatorIn } from '../../../core/messages.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { INBOX_TRAINING_STILL_HOLDS } from '../is-true-sql.ts';
import { hasPermissionSql } from '../recipients-by-permission.ts';
import type { DueNotification } from '../outbox/is-still-relevant.ts';
import { renderNotificationMailTexts } from './mail-texts.ts';

/** An item in the list of a mail. */
export type DigestItem = { title: string; detail: string; path: string };

/** Maximum number of items listed in a mail. The rest is only counted. */
export const MAX_ITEMS_PER_DIGEST_MAIL = 20;

const SUGGESTIONS = defineStatement({
  name: 'list-suggestions-of-digest',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), title: z.string(), source: z.string(), total: z.int() }),
  sql: `
select s.id, s.title, s.source_name as source, (count(*) over ())::integer as total
from users u join suggestions s on s.workspace_id = :workspaceId and s.status = 'pending'
  and s.created_at >= :since::timestamptz
  and (s.department_id is null or ${hasPermissionSql('suggestions:dismiss', 's.department_id')})
where u.workspace_id = :workspaceId and u.id = :recipientId
order by s.created_at, s.id limit :most`,
});

const LEARNING = defineStatement({
  name: 'list-learning-of-digest',
  scope: 'tenant',
  row: z.strictObject({
    kind: NotificationKind,
    subject_id: z.uuid().nullable(),
    name: z.string(),
    facts: NotificationFacts,
    total: z.int(),
  }),
  sql: `
select kind, subject_id, subject_name as name, facts, (count(*) over ())::integer as total from notifications i
where workspace_id = :workspaceId and recipient_id = :recipientId and channel = 'inbox' and category = 'learning'
  and state = 'sent' and seen_at is null and ${INBOX_TRAINING_STILL_HOLDS}
order by at, id limit :most`,
});

/** The items of a digest as they are now, and their total number. Undefined if the notification is no digest. */
export async function listCurrentDigestItems(
  on: StatementRunner,
  { kind, workspace, language, recipient, facts, at }: DueNotification,
): Promise<{ items: DigestItem[]; total: number } | undefined> {
  const named = { workspaceId: workspace.id, recipientId: recipient?.id ?? null, most: MAX_ITEMS_PER_DIGEST_MAIL };
  if (kind === 'suggestions.new') {
    const rows = await SUGGESTIONS.all(on, { ...named, since: facts.since ?? at });
    const items = rows.map(({ id, title, source }) => ({
      title,
      detail: translatorIn('mail', language)('from', { source }),
      path: `/recommended/${id}`,
    }));
    return { items, total: rows[0]?.total ?? 0 };
  }
  if (kind !== 'learning.digest') return undefined;
  const rows = await LEARNING.all(on, named);
  const items = rows.map((row) => {
    const subject = { kind: 'training' as const, id: row.subject_id, name: row.name };
    const news = { kind: row.kind, by: null, subject, facts: row.facts };
    const said = renderNotificationMailTexts(news, { language, timeZone: workspace.time_zone });
    return {
      title: said.title,
      detail: said.paragraphs.join(' '),
      path: notificationPathOf(row.kind, subject, row.facts),
    };
  });
  return { items, total: rows[0]?.total ?? 0 };
}
