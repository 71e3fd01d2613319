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

/** SQL that queues each module of the preceding query `concerned (id)`. One being checked is checked once more. */
export const CHECK_CONCERNED = `
insert into quote_checks as l (workspace_id, module_id) select :workspaceId, id from concerned order by id
on conflict (workspace_id, module_id) do update
  set due_at = greatest(now(), l.due_at + interval '1 millisecond')` as const;
