import type { MoveProgress, MoveStep } from './move-steps.ts';
import type { MoveDatabaseConnection } from './move-database-connection.ts';

export type MoveRow = {
  id: string;
  direction: 'out' | 'in';
  step: MoveStep;
  isAway: boolean;
  slug: string;
  origin: string | null;
  progress: MoveProgress;
  startedAt: Date;
  switchedAt: Date | null;
  finishedAt: Date | null;
};

const ROW = `select id, direction, step, is_away as "isAway", slug, origin, progress, started_at as "startedAt",
  switched_at as "switchedAt", finished_at as "finishedAt" from workspace_moves`;

export async function readMove(side: MoveDatabaseConnection, workspaceId: string): Promise<MoveRow | undefined> {
  return (await side.rows<MoveRow>(`${ROW} where workspace_id = $1`, [workspaceId]))[0];
}
