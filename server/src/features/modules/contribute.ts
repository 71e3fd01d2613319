import { defineStatement } from '../../database/statement.ts';

/**
 * Whoever has written, generated or changed something of a module does not decide on it (rules/review 16). The edit of
 * a section writes it in its own statement.
 */
export const CONTRIBUTE = defineStatement({
  name: 'contribute-to-module',
  scope: 'tenant',
  sql: `
insert into module_contributors (workspace_id, module_id, cycle, user_id)
values (:workspaceId, :moduleId, :cycle, :userId) on conflict do nothing`,
});
