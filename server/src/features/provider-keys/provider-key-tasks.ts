import { Id, Timestamp } from '@training/shared/primitives';
import {
  adviceMessageKeyOfKeyTestOutcome,
  AiCapability,
  AiProvider,
  AI_PROVIDER_TRAITS,
} from '@training/shared/provider-keys/provider-keys';
import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { defineStatement } from '../../database/statements/statement.ts';
import type { JobServices } from '../../core/context.ts';
import { translatorIn } from '../../core/messages.ts';
import { renderEmail } from '../../platform/render-email.ts';
import type { Mail } from '../../platform/mail.ts';
import type { KeyFailingReason } from './key-health.ts';

/** Payload enqueued by `markKeyFailingInTransaction`. */
const FailingKeyMail = z.strictObject({
  workspace_id: Id,
  provider_key_id: Id,
  user_id: Id,
  reason: z.enum(['invalid_key', 'no_model_access', 'quota_exhausted', 'undecryptable']),
  failing_since: Timestamp,
});

const Found = z.strictObject({
  email: z.string(),
  name: z.string(),
  workspace: z.string(),
  slug: z.string(),
  capability: AiCapability,
  provider: AiProvider,
  model: z.string().nullable(),
  language: z.string(),
});

/** Returns nothing if the key works again or the person is no longer an active super admin: the mail would be wrong. */
const FIND_FAILING = defineStatement({
  name: 'find-failing-key-mail',
  scope: 'tenant',
  row: Found,
  sql: `
select u.email, u.full_name as name, w.name as workspace, w.slug, k.capability, k.provider, h.failing_model as model,
  coalesce(u.language, w.language) as language
from provider_keys k
join provider_key_health h on h.workspace_id = k.workspace_id and h.provider_key_id = k.id
join users u on u.workspace_id = k.workspace_id and u.id = :userId
join workspaces w on w.id = k.workspace_id
where k.workspace_id = :workspaceId and k.id = :id and h.failing_since = :failingSince and u.is_active
  and u.email is not null
  and u.role = 'super_admin'`,
});

export function createMailFailingKeyTasks({ db, mailer, origin }: JobServices): TaskList {
  return {
    async mail_failing_key(payload) {
      const { workspace_id, provider_key_id, user_id, reason, failing_since } = FailingKeyMail.parse(payload);
      const found = await FIND_FAILING.first(db.pool, {
        workspaceId: workspace_id,
        id: provider_key_id,
        userId: user_id,
        failingSince: failing_since,
      });
      if (!found) return;
      const { email, slug, ...rest } = found;
      const mailId = ['failing-key', provider_key_id, user_id, Date.parse(failing_since)].join('-');
      await mailer.send(
        renderFailingKeyMail({ ...rest, id: mailId, to: email, reason, url: `${origin()}/${slug}/settings` }),
      );
    },
  };
}

type Failing = {
  /** Identifies the mail, however often it is sent. */
  id: string;
  to: string;
  name: string;
  workspace: string;
  capability: AiCapability;
  provider: AiProvider;
  /** The model or deployment that was called. */
  model: string | null;
  reason: KeyFailingReason;
  /** Code of the recipient's language. */
  language: string;
  /** URL of the settings page. */
  url: string;
};

/** Writes the mail to a super admin about a failing own key; it doesn't contain the provider's message. */
export function renderFailingKeyMail(failing: Failing): Mail {
  const { id, to, name, workspace, capability, provider, model, reason, language, url } = failing;
  const t = translatorIn('mail', language);
  const kinds = translatorIn('notifications', language);
  const where = { provider: AI_PROVIDER_TRAITS[provider].label, workspace };
  const what = reason === 'undecryptable' ? 'undecryptable' : 'refused';
  return {
    to,
    id,
    ...renderEmail({
      language,
      subject: t(`failingKey.subject.${capability}`),
      title: t(`failingKey.${what}.${capability}`, where),
      paragraphs: [
        t('failingKey.hello', { name }),
        [
          reason === 'undecryptable'
            ? t('failingKey.rotateOrRestore')
            : translatorIn('provider-keys', language)(adviceMessageKeyOfKeyTestOutcome(reason, provider)),
          ...(reason === 'no_model_access' && model ? [t('failingKey.model', { model })] : []),
        ].join(' '),
        t(`failingKey.waits.${capability}`),
      ],
      button: { label: t('openSettings'), url },
      why: t('whyYouGetThis', { workspace, reason: kinds('because.super_admin') }),
    }),
  };
}
