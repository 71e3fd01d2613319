/** As SQL, whether the caller may see the suggestion in the row `s`: with `ownDepartment(ctx)`. */
export const SEEN_SUGGESTION =
  '(:ownDepartment::uuid is null or s.department_id is null or s.department_id = :ownDepartment)';
