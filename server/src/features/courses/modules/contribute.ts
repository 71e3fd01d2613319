import { defineStatement } from '../../../database/statements/statement.ts';

/**
 * Records a contributor: people who wrote, generated or changed part of a module can't decide on it (rules/review 16).
 * Editing a section does this in its own statement.
 */
export const CONTRIBUTE = defineStatement({
  name: 'contribute-to-module',
  scope: 'tenant',
  sql: `
insert into module_contributors (workspace_id, module_id, cycle, user_id)
values (:workspaceId, :moduleId, :cycle, :userId) on conflict do nothing`,
});
