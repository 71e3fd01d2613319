import { UniqueConstraintViolationException, ForeignKeyConstraintViolationException } from '@mikro-orm/core';
import {
  Department,
  DepartmentOption,
  MAX_DEPARTMENTS_PER_WORKSPACE,
  type CreateDepartment,
  type DeleteDepartment,
  type RenameDepartment,
} from '@training/shared/departments/departments';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../events/record-event.ts';
import { lockWorkspace } from '../workspaces/workspace.entity.ts';
import { SharedDeviceEntity } from '../../auth/pins/shared-device.entity.ts';
import { DepartmentEntity } from './department.entity.ts';
import { explainDepartmentInUse } from './department-contents.ts';
import { z } from 'zod';

const FIND_DEPARTMENT = defineStatement({
  name: 'find-department',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select id from departments
where workspace_id = :workspaceId and (id::text = lower(:idOrName) or lower(name) = lower(:idOrName))
order by id::text = lower(:idOrName) desc limit 1`,
});

/**
 * Finds a department by its id or name, for the operator (rules/operation 8).
 * @throws AppError `department_not_found`, listing existing ones
 */
export async function resolveDepartmentId(ctx: Context, idOrName: string): Promise<string> {
  const named = { workspaceId: ctx.workspace.id, idOrName: idOrName.trim() };
  const found = await FIND_DEPARTMENT.first(ctx.db.pool, named);
  if (found) return found.id;
  const names = (await listDepartments(ctx)).map(({ name }) => name);
  throw new AppError(
    'department_not_found',
    names.length === 0
      ? `There is no department “${idOrName}”, nor any other: make one with “department create”.`
      : `There is no department “${idOrName}”; there are: ${names.slice(0, 60).join(', ')}.`,
  );
}

const LIST_DEPARTMENTS = defineStatement({
  name: 'list-departments',
  scope: 'tenant',
  row: Department,
  sql: `
select d.id, d.name, to_iso(d.created_at) as created_at,
  coalesce(u.active, 0) as active_users, coalesce(u.inactive, 0) as inactive_users,
  (select count(*)::integer from courses where workspace_id = :workspaceId and department_id = d.id) as courses,
  coalesce(s.waiting, 0) as waiting_suggestions
from departments d
left join (
  select department_id, (sum(people) filter (where is_active))::integer as active,
    (sum(people) filter (where not is_active))::integer as inactive
  from user_counts where workspace_id = :workspaceId group by 1) u on u.department_id = d.id
left join (
  select department_id, count(*)::integer as waiting from suggestions
  where workspace_id = :workspaceId and status = 'pending' group by 1) s on s.department_id = d.id
where d.workspace_id = :workspaceId and (:id::uuid is null or d.id = :id)
order by d.name, d.id`,
});

export function listDepartments({ db, workspace }: Pick<Context, 'db' | 'workspace'>): Promise<Department[]> {
  return LIST_DEPARTMENTS.all(db.pool, { workspaceId: workspace.id, id: null });
}

const NAME_DEPARTMENTS = defineStatement({
  name: 'name-departments',
  scope: 'tenant',
  row: DepartmentOption,
  sql: 'select id, name from departments where workspace_id = :workspaceId order by name, id',
});

export function listDepartmentNames({ db, workspace }: Pick<Context, 'db' | 'workspace'>): Promise<DepartmentOption[]> {
  return NAME_DEPARTMENTS.all(db.pool, { workspaceId: workspace.id });
}

async function getDepartment({ db, workspace }: Context, id: string): Promise<Department> {
  return (await LIST_DEPARTMENTS.first(db.pool, { workspaceId: workspace.id, id })) ?? notFound(id);
}

/** @throws AppError `department_name_taken`, `department_limit_reached` */
export async function createDepartment(ctx: Context, { name }: CreateDepartment): Promise<Department> {
  const id = newId();
  await nameIsFree(name, () =>
    inTransaction(ctx, async (em) => {
      // Serializes per workspace, so that concurrent requests can't both take the last place.
      await lockWorkspace(em, ctx.workspace.id);
      if ((await em.count(DepartmentEntity, {})) >= MAX_DEPARTMENTS_PER_WORKSPACE) {
        throw new AppError(
          'department_limit_reached',
          `A workspace has at most ${MAX_DEPARTMENTS_PER_WORKSPACE} departments. Delete or rename one instead.`,
        );
      }
      em.create(DepartmentEntity, { workspaceId: ctx.workspace.id, id, name, createdAt: ctx.now });
      await em.flush();
      await recordEvent(em, ctx, { action: 'department.created', subject: { kind: 'department', id, name } });
    }),
  );
  return getDepartment(ctx, id);
}

/** @throws AppError `department_not_found`, `department_name_taken` */
export async function renameDepartment(ctx: Context, { id, name }: RenameDepartment): Promise<Department> {
  await nameIsFree(name, () =>
    inTransaction(ctx, async (em) => {
      const department = (await em.findOne(DepartmentEntity, { id })) ?? notFound(id);
      if (department.name === name) return;
      const before = department.name;
      department.name = name;
      await em.flush();
      await recordEvent(em, ctx, {
        action: 'department.renamed',
        subject: { kind: 'department', id, name },
        changes: { name: [before, name] },
      });
    }),
  );
  return getDepartment(ctx, id);
}

/** @throws AppError `department_not_found`, `department_in_use` */
export async function deleteDepartment(ctx: Context, { id }: DeleteDepartment): Promise<DeleteDepartment> {
  try {
    await inTransaction(ctx, async (em) => {
      const department = (await em.findOne(DepartmentEntity, { id })) ?? notFound(id);
      const { name } = department;
      for (const device of await em.find(SharedDeviceEntity, { departmentId: id })) {
        await em.remove(device).flush();
        const subject = { kind: 'device', id: device.id, name: device.name };
        await recordEvent(em, ctx, { action: 'device.revoked', subject });
      }
      await em.remove(department).flush();
      await recordEvent(em, ctx, { action: 'department.deleted', subject: { kind: 'department', id, name } });
    });
  } catch (error) {
    if (error instanceof ForeignKeyConstraintViolationException) {
      const left = await explainDepartmentInUse(ctx.db.pool, ctx.workspace.id, id);
      throw new AppError('department_in_use', left ?? 'Someone else is changing this department. Try again.');
    }
    throw error;
  }
  return { id };
}

function notFound(id: string): never {
  throw new AppError('department_not_found', `There is no department ${id} in this workspace.`);
}

async function nameIsFree(name: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) {
      throw new AppError('department_name_taken', `A department named “${name}” already exists. Choose another name.`);
    }
    throw error;
  }
}
