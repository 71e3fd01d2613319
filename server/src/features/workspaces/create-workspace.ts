import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { CreateWorkspace } from '@training/shared/workspaces/workspaces';
import type { Context, Workspace } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../events/record-event.ts';
import { WorkspaceEntity } from './workspace.entity.ts';

/**
 * Creates an empty workspace. The context has no workspace yet.
 * @throws AppError `workspace_slug_taken`
 */
export async function createEmptyWorkspace(
  ctx: Omit<Context, 'workspace'>,
  { name, slug }: CreateWorkspace,
): Promise<Workspace> {
  const workspace = { id: newId(), slug, name };
  try {
    await inTransaction({ ...ctx, workspace }, async (em) => {
      em.create(WorkspaceEntity, { ...workspace, createdAt: ctx.now });
      await em.flush();
      await recordEvent(
        em,
        { ...ctx, workspace },
        {
          action: 'workspace.created',
          subject: { kind: 'workspace', id: workspace.id, name },
          changes: { slug },
        },
      );
    });
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) {
      throw new AppError('workspace_slug_taken', `A workspace “${slug}” already exists. Choose another slug.`);
    }
    throw error;
  }
  return workspace;
}
