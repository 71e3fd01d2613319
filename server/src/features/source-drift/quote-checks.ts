import { z } from 'zod';
import { defineQueue } from '../../platform/queue/define-queue.ts';
import { LEASE } from '../../platform/queue/lease.ts';

const ClaimedQuoteCheck = z.strictObject({ workspaceId: z.uuid(), moduleId: z.uuid(), ...LEASE });
export type ClaimedQuoteCheck = z.infer<typeof ClaimedQuoteCheck>;

/** Modules whose quotes are to be rechecked. */
export const QUOTE_CHECKS = defineQueue({
  name: 'quote-checks',
  table: 'quote_checks',
  key: { workspaceId: 'workspace_id', moduleId: 'module_id' },
  seconds: 120,
  groups: { by: [] },
  row: ClaimedQuoteCheck,
  returning: 'q.workspace_id as "workspaceId", q.module_id as "moduleId"',
});
