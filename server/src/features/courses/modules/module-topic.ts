import { topics } from '@training/shared/live';
import { topicOf } from '../../../platform/live.ts';
import { z } from 'zod';
import { ownDepartment, type Visibility } from '../../../core/context.ts';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';

const READ_DEPARTMENTS = defineStatement({
  name: 'read-departments-of-modules',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), department: z.uuid().nullable() }),
  sql: `
select m.id, c.department_id as department
from modules m join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
where m.workspace_id = :workspaceId and m.id = any (:ids::uuid[])`,
});

/** Decides who may subscribe to these modules: users who may read them. */
export async function visibilityOfModules(on: Runner, workspaceId: string, ids: string[]): Promise<Visibility> {
  const rows = await READ_DEPARTMENTS.all(on, { workspaceId, ids });
  return new Map(
    rows.map(({ id, department }) => [
      id,
      (viewer) => {
        const own = ownDepartment(viewer);
        return own === null || own === department;
      },
    ]),
  );
}

/** Topic for changes of a module: its content, state and comments. */
export const moduleTopic = (workspaceId: string, moduleId: string) => topicOf(workspaceId, topics.module(moduleId));

/** Topic for changes of the review queue. */
export const reviewQueueTopic = (workspaceId: string) => topicOf(workspaceId, topics.reviews);

/** Topic for workflow changes of any module, such as a submission, query or publication. */
export const contentTopic = (workspaceId: string) => topicOf(workspaceId, topics.content);
