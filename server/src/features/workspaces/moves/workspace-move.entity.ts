import { defineEntity, p } from '@mikro-orm/core';
import type { MoveProgress, MoveStep } from './move-steps.ts';

/** The move of a workspace to another installation or, as the other side's row, from one. */
export const WorkspaceMoveEntity = defineEntity({
  name: 'WorkspaceMove',
  tableName: 'workspace_moves',
  properties: {
    workspaceId: p.uuid().primary(),
    /** The same on both sides. */
    id: p.uuid(),
    direction: p.text().$type<'out' | 'in'>(),
    step: p.text().$type<MoveStep>(),
    /** True while nothing works on the workspace in the background here; see `runsBackgroundWorkSql`. */
    isResting: p.boolean(),
    /** True while its requests aren't answered here; see `isWorkspaceServedSql`. */
    isAway: p.boolean(),
    /** Remain here after the workspace's own row was removed. */
    slug: p.text(),
    name: p.text(),
    /** Address of the other installation; null if a workspace comes from one without a public address. */
    origin: p.text().nullable(),
    /** Jobs taken out at the switch, until the other side has them. */
    jobs: p.json<object[]>().nullable(),
    progress: p.json<MoveProgress>().defaultRaw(`'{}'`),
    startedAt: p.datetime(3),
    switchedAt: p.datetime(3).nullable(),
    finishedAt: p.datetime(3).nullable(),
  },
});

/** Hash of an API token or of a person's e-mail address that still asks here for a workspace that has left. */
export const DepartedWorkspaceCallerEntity = defineEntity({
  name: 'WorkspaceMoveCaller',
  tableName: 'workspace_move_callers',
  properties: {
    workspaceId: p.uuid().primary(),
    hash: p.blob().primary(),
  },
});
