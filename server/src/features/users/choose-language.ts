import { LockMode } from '@mikro-orm/core';
import type { ChooseLanguage } from '@training/shared/i18n/languages';
import { requireActingPerson, type Context } from '../../core/context.ts';
import { assertCatalogueLanguage } from '../../core/messages.ts';
import { inTransaction } from '../../core/transaction.ts';
import { recordEvent } from '../events/record-event.ts';
import { UserEntity } from './user.entity.ts';

/**
 * Sets the caller's own language (rules/users 20). An unchanged one has no effect.
 * @throws AppError `invalid_request` if the server lacks the language
 */
export async function chooseLanguage(ctx: Context, { language }: ChooseLanguage): Promise<ChooseLanguage> {
  assertCatalogueLanguage(language);
  const { id } = requireActingPerson(ctx);
  await inTransaction(ctx, async (em) => {
    const key = { workspaceId: ctx.workspace.id, id };
    const user = await em.findOneOrFail(UserEntity, key, { lockMode: LockMode.PESSIMISTIC_WRITE });
    const before = user.language;
    if (before === language) return;
    user.language = language;
    await em.flush();
    await recordEvent(em, ctx, {
      action: 'user.language_chosen',
      subject: { kind: 'user', id: user.id, name: user.fullName },
      changes: { language: [before, language] },
    });
  });
  return { language };
}
