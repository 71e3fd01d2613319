/**
 * SQL condition: the workspace is worked on here. Its background work rests while it leaves, and it is away before it
 * arrives and after it left (rules/workspaces 7). `not in` keeps the plan of the statement: the list is read once.
 */
export const runsBackgroundWorkSql = <const Column extends string>(workspaceId: Column) =>
  `${workspaceId} not in (select m.workspace_id from workspace_moves m where m.is_resting)` as const;

/** Filters of an entity manager whose query concerns the rows of all workspaces that are worked on here. */
export const ORM_FILTERS_FOR_BACKGROUND_WORK = { workspace: false, workedOn: true } as const;

/** SQL condition: the workspace's requests are answered here. Statements that join `workspaces` ask its `is_away`. */
export const isWorkspaceServedSql = <const Column extends string>(workspaceId: Column) =>
  `${workspaceId} not in (select m.workspace_id from workspace_moves m where m.is_away)` as const;
