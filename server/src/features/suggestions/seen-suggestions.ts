/** SQL condition that the caller may see the suggestion in row `s`; its parameter is `ownDepartment(ctx)`. */
export const SEEN_SUGGESTION =
  '(:ownDepartment::uuid is null or s.department_id is null or s.department_id = :ownDepartment)';
