/** As SQL, whether the caller may see the course in the row `c`: with `ownDepartment(ctx)`. */
export const SEEN_COURSE = '(:ownDepartment::uuid is null or c.department_id = :ownDepartment)';
