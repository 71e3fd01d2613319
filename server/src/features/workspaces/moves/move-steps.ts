/** Steps of a move, in order. A row without one of the last two can still be taken back. */
export const MOVE_STEPS = ['prepared', 'copying', 'checking', 'leaving', 'switched', 'finished'] as const;
export type MoveStep = (typeof MOVE_STEPS)[number];

/** The other storage, and ids of the objects that the move put there. */
export type MoveStorageProgress = { place: string; shared: boolean; put: string[] };

/** Figures for the operator, and what the next command needs to know. */
export type MoveProgress = {
  tables?: number;
  copied?: number;
  /** Objects in storage, and those of them that are there. */
  objects?: number;
  stored?: number;
  storage?: MoveStorageProgress;
  rows?: number;
  compared?: number;
  /** Milliseconds for which writers were held at the switch. */
  held?: number;
};

/** Topic that makes event streams check again who may follow the workspace's changes, which is nobody once it left. */
export const WORKSPACE_LEAVES_TOPIC = 'workspace';
