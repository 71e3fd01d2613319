import { MAX_ACTIVE_TOKENS, type CreateToken, type CreatedToken } from '@training/shared/tokens/tokens';
import type { Context } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../platform/ids.ts';
import { publishTopics } from '../../platform/topic-changes.ts';
import { recordEvent } from '../events/record-event.ts';
import { tokensLiveTopicOf } from '../../auth/tokens/tokens-topic.ts';
import { newTokenValue, hashTokenValue, shownTokenPrefixOf } from '../../auth/tokens/token-value.ts';
import { findOrCreateScimConnection } from '../scim/find-or-create-connection.ts';
import { lockWorkspace } from '../workspaces/workspace.entity.ts';
import { ApiTokenEntity } from './token.entity.ts';

/**
 * Issues an API token; only this response ever contains its value (rules/tokens 4).
 * @throws AppError `token_limit_reached`, `scim_connection_not_found`
 */
export function issueToken(ctx: Context, input: CreateToken): Promise<CreatedToken> {
  const { workspace, actor, now } = ctx;
  const { name, scopes, scim_connection_id: connectionId } = input;
  return inTransaction(ctx, async (em) => {
    // Serializes per workspace, so that concurrent requests can't both take the last place.
    await lockWorkspace(em, workspace.id);
    const active = await em.count(ApiTokenEntity, { revokedAt: null });
    if (active >= MAX_ACTIVE_TOKENS) {
      throw new AppError('token_limit_reached', `${MAX_ACTIVE_TOKENS} tokens are already active. Revoke one first.`);
    }
    const token = newTokenValue();
    const id = newId();
    const scimConnectionId = scopes.includes('scim')
      ? await findOrCreateScimConnection(em, ctx, { name, connectionId })
      : null;
    em.create(ApiTokenEntity, {
      workspaceId: workspace.id,
      id,
      name,
      prefix: shownTokenPrefixOf(token),
      hash: hashTokenValue(token),
      scopes,
      createdBy: actor.kind === 'user' ? actor.id : null,
      createdByName: actor.name,
      createdAt: now,
      scimConnectionId,
    });
    await em.flush();
    await recordEvent(em, ctx, {
      action: 'token.created',
      subject: { kind: 'token', id, name },
      changes: { scopes },
      outgoing: { token_id: id, name, scopes },
    });
    await publishTopics(em, tokensLiveTopicOf(workspace.id));
    return { id, token, name, scopes };
  });
}
