/** SQL condition: the cycle `e` is of a module of the path. */
export const CYCLE_IS_OF_PATH_MODULE =
  `e.module_id in (select module_id from path_steps where workspace_id = :workspaceId and path_id = :id)` as const;

/**
 * SQL for current cycles, as `cycles`, and the active people to whom paths are assigned by them, as `covered`. The
 * cycles are read once, because those of a whole workspace take seconds.
 * @param cycles Condition for the current cycles `e` to read: an index has to find them.
 * @param which Condition for the assignment `g` of a path and its person `u`.
 */
export const coveredPeopleSql = <const Cycles extends string, const Which extends string>(
  cycles: Cycles,
  which: Which,
) =>
  `
cycles as materialized (
  select e.id, e.user_id, e.module_id, e.progress, e.started_at, e.completed_at, e.waived_at, e.due_on, e.due_at
  from enrollments e where e.workspace_id = :workspaceId and e.is_current and ${cycles}
), covered as materialized (
  select distinct g.path_id, g.id as path_assignment_id, e.user_id from cycles e
  join assignment_enrollments l on l.workspace_id = :workspaceId and l.enrollment_id = e.id and l.removed_at is null
  join path_assignments g on g.workspace_id = :workspaceId and g.assignment_id = l.assignment_id
  join assignments a on a.workspace_id = :workspaceId and a.id = l.assignment_id and a.ended_at is null
  join users u on u.workspace_id = :workspaceId and u.id = e.user_id and u.is_active
  where ${which}
)` as const;
