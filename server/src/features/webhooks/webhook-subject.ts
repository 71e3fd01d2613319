import { topics } from '@training/shared/live';
import { topicOf } from '../../platform/live.ts';

/** An endpoint as the audit log's subject. Never includes the whole URL, which can contain a password. */
export function webhookSubject({ id, description, url }: { id: string; description: string; url: string }) {
  return { kind: 'webhook', id, name: description || new URL(url).host };
}

/** Topic published when the workspace's endpoints or their status change. */
export const webhooksTopic = (workspaceId: string) => topicOf(workspaceId, topics.webhooks);
