import type { AssignmentAudience } from '@training/shared/assignments/assignments';
import type { Role } from '@training/shared/permissions';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import type { TestServer } from '../../../test/server.ts';

/** Creates a workspace with a department, published modules, and a path of them in which each needs the one before. */
export async function pathsOf(server: TestServer, size = 3) {
  const { make } = server;
  const workspace = await make.workspace();
  const department = await make.department(workspace, 'Transport');
  const elsewhere = await make.department(workspace, 'Kitchen');
  const course = await make.course(workspace, { departmentId: department.id, published: true });
  const module = (title: string, changes: Parameters<typeof make.module>[2] = {}) =>
    make.module(workspace, course.id, { status: 'published', title, ...changes });
  const modules: Awaited<ReturnType<typeof module>>[] = [];
  for (let n = 1; n <= size; n++) modules.push(await module(`Step ${n}`));
  const admin = await server.as('super_admin', workspace);
  const member = async (role: Role, departmentId = department.id) => {
    const user = await make.user(workspace, { role, departmentId });
    const headers = { cookie: await server.signIn(user.email), [WORKSPACE_HEADER]: workspace.slug };
    return { user, client: server.client(headers) };
  };
  const { client: trainer, user: trainerUser } = await member('trainer');
  const steps = inOrder(modules.map(({ id }) => id));
  const written = { title: 'Forklift', description: 'From the start', department_id: department.id, steps };
  const path = await trainer.paths.create.mutate(written);
  const toDepartment: AssignmentAudience = { kind: 'department', department_id: department.id };
  return {
    member,
    trainerUser,
    workspace,
    department,
    elsewhere,
    course,
    module,
    modules,
    admin,
    trainer,
    path,
    written,
    toDepartment,
  };
}

/** Returns steps of which each needs the one before. */
export const inOrder = (ids: readonly string[]) =>
  ids.map((module_id, n) => ({ module_id, requires: n === 0 ? [] : [ids[n - 1]!] }));
