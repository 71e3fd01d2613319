import { z } from 'zod';
import { defineStatement } from '../database/statements/statement.ts';
import type { Context } from './context.ts';

const READ_LANGUAGE = defineStatement({
  name: 'read-language-of-reader',
  scope: 'tenant',
  row: z.strictObject({ language: z.string() }),
  sql: `
select coalesce(u.language, w.language) as language
from workspaces w left join users u on u.workspace_id = :workspaceId and u.id = :userId::uuid
where w.id = :workspaceId::uuid`,
});

/** Returns the language of a workspace. */
export async function readWorkspaceLanguage({ db, workspace }: Pick<Context, 'db' | 'workspace'>): Promise<string> {
  const { language } = await READ_LANGUAGE.one(db.pool, { workspaceId: workspace.id, userId: null });
  return language;
}

/** Returns the caller's language, or else the workspace's; English for tokens, whose programs read the words. */
export async function readCallerLanguage(ctx: Pick<Context, 'db' | 'workspace' | 'actor'>): Promise<string> {
  const { db, workspace, actor } = ctx;
  if (actor.kind !== 'user') return 'en';
  const { language } = await READ_LANGUAGE.one(db.pool, { workspaceId: workspace.id, userId: actor.id });
  return language;
}
