import { Id } from '@training/shared/primitives';
import type { TaskList } from 'graphile-worker';
import { z } from 'zod';
import { createSystemContextFields, type Context, type TaskServices } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { WorkspaceEntity } from '../../workspaces/workspace.entity.ts';
import { ScimConnectionEntity } from '../scim.entity.ts';
import { applySelectedPeopleWithOutcomes } from '../switch-connection.ts';
import { enqueuePendingPeople } from './members.ts';

/** Payload enqueued by `enqueuePendingPeople`. */
const Payload = z.strictObject({ workspace_id: Id, connection_id: Id, after: Id.nullable() });

/** Makes some people as their groups want, and has the next ones follow (rules/scim 16). */
export const createApplyPendingPeopleTask = ({ db }: Pick<TaskServices, 'db'>): TaskList => ({
  async apply_scim_people(payload) {
    const { workspace_id: workspaceId, connection_id: id, after } = Payload.parse(payload);
    const em = createWorkspaceEntityManager({ db, workspace: { id: workspaceId } });
    const connection = await em.findOne(ScimConnectionEntity, { id });
    if (connection?.state !== 'on') return;
    const { slug, name } = await em.findOneOrFail(WorkspaceEntity, { id: workspaceId });
    const workspace = { id: workspaceId, slug, name };
    const ctx: Context = { db, workspace, reach: 'workspace', ...createSystemContextFields('Server') };
    const { outcomes, next } = await applySelectedPeopleWithOutcomes(ctx, { id, after: after ?? undefined }).catch(
      (error: unknown) => {
        // Without a token the people wait for one.
        if (error instanceof AppError && error.code === 'token_not_found') return { outcomes: [], next: null };
        throw error;
      },
    );
    if (outcomes.some(({ refused }) => refused?.code === 'busy')) {
      throw new Error('Others are changing some people of a SCIM connection. They are tried again.');
    }
    if (next !== null) await enqueuePendingPeople(db.pool, { workspaceId, id }, next);
  },
});
