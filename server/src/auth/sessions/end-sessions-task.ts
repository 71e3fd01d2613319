import { Id } from '@training/shared/primitives';
import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import type { TaskServices } from '../../core/context.ts';
import { endSessionsOfFormerMembers } from './end-sessions.ts';

/** Payload enqueued by `enqueueSessionEnd`. */
const Payload = z.strictObject({
  workspace_id: Id,
  user_ids: z.array(Id),
  former_emails: z.array(z.string()).default([]),
});

export const createEndSessionsTask = ({ db, everywhere }: Pick<TaskServices, 'db' | 'everywhere'>): TaskList => ({
  async end_sessions(payload) {
    const { workspace_id: workspaceId, user_ids: userIds, former_emails: formerEmails } = Payload.parse(payload);
    await endSessionsOfFormerMembers(db, workspaceId, { userIds, formerEmails }, everywhere);
  },
});
