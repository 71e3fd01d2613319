import { liveTopics } from '@training/shared/live';
import { workspaceLiveTopicOf } from '../../../platform/topic-changes.ts';
import { z } from 'zod';
import { departmentLimitOf, type VisibilityById } from '../../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';

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
export async function readModuleTopicVisibility(
  on: StatementRunner,
  workspaceId: string,
  ids: string[],
): Promise<VisibilityById> {
  const rows = await READ_DEPARTMENTS.all(on, { workspaceId, ids });
  return new Map(
    rows.map(({ id, department }) => [
      id,
      (viewer) => {
        const own = departmentLimitOf(viewer);
        return own === null || own === department;
      },
    ]),
  );
}

/** Topic for changes of a module: its content, state and comments. */
export const moduleLiveTopicOf = (workspaceId: string, moduleId: string) =>
  workspaceLiveTopicOf(workspaceId, liveTopics.module(moduleId));

/** Topic for changes of the review queue. */
export const reviewQueueLiveTopicOf = (workspaceId: string) => workspaceLiveTopicOf(workspaceId, liveTopics.reviews);

/** Topic for workflow changes of any module, such as a submission, query or publication. */
export const moduleWorkflowLiveTopicOf = (workspaceId: string) => workspaceLiveTopicOf(workspaceId, liveTopics.content);
