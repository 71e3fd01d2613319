import type { Context, Workspace } from '../../../core/context.ts';
import type { Database } from '../../../database/database.ts';

/** As whom a model grades, and answers are handed over. */
const MODEL = { kind: 'system', name: 'AI grading' } as const;

export function modelContext(db: Database, workspace: Workspace, now: Date): Context {
  return { db, workspace, actor: MODEL, reach: 'workspace', now, requestId: null, ip: null };
}
