import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { lockKeysOf, LOCK_KEYS } from './intake/suggestion-keys.ts';
import { SuggestionEntity, type SuggestionRow } from './suggestion.entity.ts';

const PAGE_OF = defineStatement({
  name: 'page-of-suggestion',
  scope: 'tenant',
  row: z.strictObject({ document: z.string().nullable() }),
  sql: `select document from suggestions where workspace_id = :workspaceId and id = :id`,
});

/**
 * Serializes with pushes of the suggestion's page. Must run before the suggestion is locked, because an intake also
 * takes this lock before the rows.
 */
export async function serializePage(em: EntityManager, { workspace }: Context, id: string): Promise<void> {
  const page = await PAGE_OF.first(em, { workspaceId: workspace.id, id });
  if (page?.document) await LOCK_KEYS.run(em, { locks: lockKeysOf(workspace.id, [BigInt(page.document)]) });
}

/** Another text of its page that waits in that department; of one page at most one does (rules/suggestions 6). */
export async function pendingForDocument(
  em: EntityManager,
  { id, document }: SuggestionRow,
  departmentId: string | null,
) {
  return document ? em.findOne(SuggestionEntity, { document, departmentId, status: 'pending', id: { $ne: id } }) : null;
}
