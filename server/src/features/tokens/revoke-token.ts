import { LockMode } from '@mikro-orm/core';
import type { RevokeToken, RevokedToken } from '@training/shared/tokens/tokens';
import type { Context } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { tokensLiveTopicOf } from '../../auth/tokens/tokens-topic.ts';
import { AppError } from '../../core/errors.ts';
import { publishTopics } from '../../platform/topic-changes.ts';
import { recordEvent } from '../events/record-event.ts';
import { ApiTokenEntity } from './token.entity.ts';

/**
 * Revokes a token permanently; repeating it returns the original time. Running writes with the token lock its row, so
 * once this has returned, none of them can commit (rules/tokens 8).
 * @throws AppError `token_not_found`
 */
export function revokeToken(ctx: Context, { id }: RevokeToken): Promise<RevokedToken> {
  return inTransaction(ctx, async (em) => {
    const token = await em.findOne(ApiTokenEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!token) throw new AppError('token_not_found', `There is no API token ${id} in this workspace.`);
    if (!token.revokedAt) {
      // Not the time of the request: a write that held the lock may have committed since.
      token.revokedAt = new Date();
      token.revokedByName = ctx.actor.name;
      await em.flush();
      const { name } = token;
      const subject = { kind: 'token', id, name };
      await recordEvent(em, ctx, { action: 'token.revoked', subject, outgoing: { token_id: id, name } });
      await publishTopics(em, tokensLiveTopicOf(ctx.workspace.id));
    }
    return { id, revoked_at: token.revokedAt.toISOString() };
  });
}
