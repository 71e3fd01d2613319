import {
  CreateDepartment,
  DeleteDepartment,
  Department,
  DepartmentContents,
  DepartmentName,
  DepartmentRef,
  RenameDepartment,
} from '@training/shared/departments/departments';
import { z } from 'zod';
import { can, router } from '../../http/procedures.ts';
import {
  createDepartment,
  deleteDepartment,
  listDepartments,
  listDepartmentNames,
  renameDepartment,
} from './departments.ts';
import { readDepartmentContents } from './find-remaining-uses.ts';

export const departmentsRouter = router({
  list: can('departments:read')
    .output(z.array(Department))
    .query(({ ctx }) => listDepartments(ctx)),
  names: can('drafts:read')
    .output(z.array(DepartmentName))
    .query(({ ctx }) => listDepartmentNames(ctx)),
  contents: can('departments:read')
    .input(DepartmentRef)
    .output(DepartmentContents)
    .query(({ ctx, input }) => readDepartmentContents(ctx.db.pool, ctx.workspace.id, input.id)),
  create: can('departments:write')
    .input(CreateDepartment)
    .output(Department)
    .mutation(({ ctx, input }) => createDepartment(ctx, input)),
  rename: can('departments:write')
    .input(RenameDepartment)
    .output(Department)
    .mutation(({ ctx, input }) => renameDepartment(ctx, input)),
  delete: can('departments:write')
    .input(DeleteDepartment)
    .output(DeleteDepartment)
    .mutation(({ ctx, input }) => deleteDepartment(ctx, input)),
});
