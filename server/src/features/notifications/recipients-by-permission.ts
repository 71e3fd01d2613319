import { permissionReachOf, Role, type Permission, type PermissionReach } from '@training/shared/permissions';

const rolesWith = (permission: Permission, ...reaches: PermissionReach[]) =>
  Role.options.filter((role) => {
    const reach = permissionReachOf(role, permission);
    return reach !== undefined && reaches.includes(reach);
  });

const array = (roles: Role[]) => `array[${roles.map((role) => `'${role}'`).join(', ')}]::text[]` as const;

/** The roles whose permission reaches beyond a department. */
export const listRolesBeyondDepartment = (permission: Permission): Role[] =>
  rolesWith(permission, 'workspace', 'with_reason');

/** `listRolesBeyondDepartment` as an SQL array. */
export const rolesBeyondDepartmentSql = (permission: Permission) => array(listRolesBeyondDepartment(permission));

/** SQL condition that the user `u` has a permission of reach `own`, such as to study. */
export const hasOwnPermissionSql = (permission: Permission) =>
  `(u.role = any (${array(rolesWith(permission, 'own'))}))` as const;

/**
 * SQL condition that the user `u` (a row of `users`) has a permission for something in `department`, according to the
 * table of permissions.
 */
export function hasPermissionSql<const Department extends string>(permission: Permission, department: Department) {
  const own = array(rolesWith(permission, 'department'));
  return `(u.role = any (${rolesBeyondDepartmentSql(permission)}) or u.role = any (${own}) and u.department_id = ${department})` as const;
}
