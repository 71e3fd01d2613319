/** SQL condition that the caller may see the course in row `c`; its parameter is `ownDepartment(ctx)`. */
export const VISIBLE_COURSE = '(:ownDepartment::uuid is null or c.department_id = :ownDepartment)';
