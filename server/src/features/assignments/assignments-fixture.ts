import type { AssignmentAudience, CreateAssignment } from '@training/shared/assignments/assignments';
import type { z } from 'zod';
import type { TestServer } from '../../../test/server.ts';

type Given = Partial<z.input<typeof CreateAssignment>>;

/** Creates a workspace with a published module, a department and users who may assign. */
export async function assignmentsOf(server: TestServer) {
  const { make, db } = server;
  const workspace = await make.workspace();
  const department = await make.department(workspace);
  const elsewhere = await make.department(workspace);
  const course = await make.course(workspace, { departmentId: department.id, published: true });
  const module = await make.module(workspace, course.id, { status: 'published', validityDays: 365 });
  const admin = await server.as('super_admin', workspace);
  const trainer = await server.as('trainer', workspace, department.id);
  const toDepartment: AssignmentAudience = { kind: 'department', department_id: department.id };

  return {
    workspace,
    department,
    elsewhere,
    course,
    module,
    admin,
    trainer,
    toDepartment,
    /** Creates a learner of the department. */
    person: (changes: Parameters<typeof make.user>[1] = {}) =>
      make.user(workspace, { departmentId: department.id, ...changes }),
    /** Assigns the module, to the department by default. */
    assign: (given: Given = {}) =>
      admin.assignments.create.mutate({ module_id: module.id, to: toDepartment, ...given }),
    upsert: (email: string, changes: object) => admin.users.upsert.mutate({ email, ...changes }),
    /** Returns a person's cycles of the module, oldest first, each with the assignments that cover it. */
    cycles: async (userId: string, moduleId = module.id) => {
      const { rows } = await db.pool.query<Cycle>(
        `select e.id, e.cycle, e.is_current, e.source, to_char(e.due_on, 'YYYY-MM-DD') as due_on, to_iso(e.due_at) as due_at,
           e.completed_at is not null as completed, e.waived_at is not null as waived,
           e.withdrawn_at is not null as withdrawn,
           array(select assignment_id from assignment_enrollments l
             where l.enrollment_id = e.id and l.removed_at is null order by added_at, assignment_id) as by
         from enrollments e where e.workspace_id = $1 and e.user_id = $2 and e.module_id = $3 order by e.cycle`,
        [workspace.id, userId, moduleId],
      );
      return rows;
    },
    /** Completes the module, 100 days ago by default. */
    complete: (userId: string, { at = new Date(Date.now() - 100 * DAY), expires = 265, ...more }: Done = {}) =>
      make.enrollment(workspace, userId, module.id, {
        assignedAt: at,
        startedAt: at,
        completedAt: at,
        expiresAt: expires === null ? null : new Date(Date.now() + expires * DAY),
        progress: 1,
        ...more,
      }),
  };
}

type Done = { at?: Date; expires?: number | null; isCurrent?: boolean; cycle?: number };

type Cycle = {
  id: string;
  cycle: number;
  is_current: boolean;
  source: 'assignment' | 'library';
  due_on: string | null;
  due_at: string | null;
  completed: boolean;
  waived: boolean;
  withdrawn: boolean;
  by: string[];
};

export const DAY = 86_400_000;

/** Returns the day in `days` days, in UTC. */
export const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
