import {
  CreateDepartment,
  DeleteDepartment,
  Department,
  DepartmentContentCounts,
  DepartmentOption,
  DepartmentRef,
  RenameDepartment,
} from '@training/shared/departments/departments';
import { z } from 'zod';
import { permittedProcedure, router } from '../../http/procedures.ts';
import {
  createDepartment,
  deleteDepartment,
  listDepartments,
  listDepartmentNames,
  renameDepartment,
} from './departments.ts';
import { readDepartmentContents } from './department-contents.ts';

export const departmentsRouter = router({
  list: permittedProcedure('departments:read')
    .output(z.array(Department))
    .query(({ ctx }) => listDepartments(ctx)),
  names: permittedProcedure('drafts:read')
    .output(z.array(DepartmentOption))
    .query(({ ctx }) => listDepartmentNames(ctx)),
  contents: permittedProcedure('departments:read')
    .input(DepartmentRef)
    .output(DepartmentContentCounts)
    .query(({ ctx, input }) => readDepartmentContents(ctx.db.pool, ctx.workspace.id, input.id)),
  create: permittedProcedure('departments:write')
    .input(CreateDepartment)
    .output(Department)
    .mutation(({ ctx, input }) => createDepartment(ctx, input)),
  rename: permittedProcedure('departments:write')
    .input(RenameDepartment)
    .output(Department)
    .mutation(({ ctx, input }) => renameDepartment(ctx, input)),
  delete: permittedProcedure('departments:write')
    .input(DeleteDepartment)
    .output(DeleteDepartment)
    .mutation(({ ctx, input }) => deleteDepartment(ctx, input)),
});
