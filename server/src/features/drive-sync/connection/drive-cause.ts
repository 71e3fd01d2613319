import type { Cause } from '../../events/record-event.ts';

/** Cause of automatic actions in a workspace, without a user. */
export const driveCause = (workspaceId: string, now = new Date()): Cause => ({
  workspace: { id: workspaceId },
  actor: { kind: 'system', name: 'Drives' },
  now,
  requestId: null,
  ip: null,
});
