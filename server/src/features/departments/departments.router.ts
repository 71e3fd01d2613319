import { CreateDepartment, DeleteDepartment, Department, RenameDepartment } from '@training/shared/departments';
import { z } from 'zod';
import { can, router } from '../../http/procedures.ts';
import { createDepartment, deleteDepartment, listDepartments, renameDepartment } from './departments.ts';

export const departmentsRouter = router({
  list: can('departments:read')
    .output(z.array(Department))
    .query(({ ctx }) => listDepartments(ctx)),
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
