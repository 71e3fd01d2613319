import type { Cause } from '../events/record-event.ts';

/** What happens by itself, in the workspace with this id. */
export const driveCause = (workspaceId: string, now = new Date()): Cause => ({
  workspace: { id: workspaceId },
  actor: { kind: 'system', name: 'Drives' },
  now,
  requestId: null,
  ip: null,
});
