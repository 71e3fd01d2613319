import type { AppendedItemCounts, AppendItems } from '@training/shared/courses/course-archive';
import type { SectionKind } from '@training/shared/courses/courses';
import type { Context } from '../../../core/context.ts';
import { invalidFieldError } from '../../../core/errors.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { assertMediaExist } from '../../media/stored-media.ts';
import { appendItems, withoutExistingItems, findSectionOverflowMessage } from '../generation/append-items.ts';
import { assertSectionEditable, sectionEditStateOf } from '../modules/assert-section-editable.ts';
import { assertNoSuggestionSources } from '../modules/import-module.ts';
import { recordModuleImport } from '../record-transfer.ts';
import { lockModule } from '../modules/lock-module.ts';
import { assertSectionVersionIsCurrent } from '../modules/save-section.ts';
import type { SectionItems } from '../modules/write-section.ts';

/**
 * Appends imported items to a module's sections, all or none (rules/courses-and-modules 18).
 * @throws AppError `module_not_found`, `forbidden`, `content_locked`, `module_state`, `stale_version`;
 * `invalid_request` for what doesn't fit or names a suggestion
 */
export function appendImportedItems(
  ctx: Context,
  { module_id, from, ...sections }: AppendItems,
): Promise<AppendedItemCounts> {
  return inTransaction(ctx, async (em) => {
    const locked = await lockModule(em, ctx, module_id);
    const append = async (section: SectionKind, given?: { version: number; items: SectionItems }) => {
      if (!given || given.items.length === 0) return 0;
      const { version, items } = given;
      assertSectionEditable(section, sectionEditStateOf(locked, section));
      assertSectionVersionIsCurrent(locked.sections[section].version, version);
      assertNoSuggestionSources(items, `${section}.items`);
      await assertMediaExist(em, ctx, { [`${section}.items`]: items });
      const message = findSectionOverflowMessage(locked, section, items);
      if (message !== null) throw invalidFieldError(`${section}.items`, message, 'too_big');
      const added = withoutExistingItems(locked, section, items).length;
      await appendItems(em, ctx, locked, section, items);
      return added;
    };
    const cards = await append('flashcards', sections.flashcards);
    const questions = await append('quiz', sections.quiz);
    const module = { id: module_id, title: locked.module.title };
    await recordModuleImport(em, ctx, module, { format: from, cards, questions });
    return { module_id, cards, questions };
  });
}
