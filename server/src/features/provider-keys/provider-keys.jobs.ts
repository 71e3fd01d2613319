import { Id, Timestamp } from '@training/shared/primitives';
import type { Capability, Provider } from '@training/shared/provider-keys';
import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { read } from '../../database/database.ts';
import type { JobServices } from '../../context.ts';
import { failingKeyMail } from './failing-key-mail.ts';

/** What `noteFailing` enqueues. */
const FailingKeyMail = z.strictObject({
  workspace_id: Id,
  provider_key_id: Id,
  user_id: Id,
  reason: z.enum(['invalid_key', 'no_model_access', 'quota_exhausted', 'undecryptable']),
  failing_since: Timestamp,
});

type Found = {
  email: string;
  name: string;
  workspace: string;
  slug: string;
  capability: Capability;
  provider: Provider;
};

/** Nothing when the key works again, or the person is not in charge any more: the mail would be wrong news. */
const FIND_FAILING = {
  name: 'find-failing-key-mail',
  text: `
select u.email, u.full_name as name, w.name as workspace, w.slug, k.capability, k.provider
from provider_keys k
join provider_key_health h on h.workspace_id = k.workspace_id and h.provider_key_id = k.id
join users u on u.workspace_id = k.workspace_id and u.id = $3
join workspaces w on w.id = k.workspace_id
where k.workspace_id = $1 and k.id = $2 and h.failing_since = $4 and u.is_active and u.role = 'super_admin'`,
};

export function providerKeyTasks({ db, mailer, origin }: JobServices): TaskList {
  return {
    async mail_failing_key(payload) {
      const { workspace_id, provider_key_id, user_id, reason, failing_since } = FailingKeyMail.parse(payload);
      const values = [workspace_id, provider_key_id, user_id, failing_since];
      const [found] = await read<Found>(db, FIND_FAILING, values);
      if (!found) return;
      const { email, slug, ...rest } = found;
      await mailer.send(failingKeyMail({ ...rest, to: email, reason, url: `${origin()}/${slug}/settings` }));
    },
  };
}
