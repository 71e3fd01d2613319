/** SQL condition that `:me` created module `m` or wrote in it. */
export const OWN_FIRST = `(m.created_by is not distinct from :me::uuid or exists (
    select from module_contributors o
    where o.workspace_id = :workspaceId and o.module_id = m.id and o.user_id = :me::uuid))` as const;
