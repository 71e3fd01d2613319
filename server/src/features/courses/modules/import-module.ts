import type { ImportedModule, ImportModule } from '@training/shared/courses/course-archive';
import type { Context } from '../../../core/context.ts';
import { invalidFieldError } from '../../../core/errors.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { assertMediaExist } from '../../media/stored-media.ts';
import { ModuleEntity } from '../course.entity.ts';
import { recordModuleImport } from '../record-transfer.ts';
import { lockCourse } from '../lock-course.ts';
import { insertDraftModule } from './create-module.ts';
import { writeModuleSettings } from './update-module-settings.ts';
import { type SectionItems, writeSection } from './write-section.ts';

/**
 * Makes a draft of a module of an archive at the end of the course (rules/courses-and-modules 15).
 * @throws AppError `course_not_found`, `forbidden`, `content_limit_reached`; `invalid_request` for an item that names a
 * suggestion, which no other module has
 */
export function importModule(
  ctx: Context,
  { course_id, module: archived, from }: ImportModule,
): Promise<ImportedModule> {
  const { title, language, flashcards, quiz, content_hashes: hashes, ...settings } = archived;
  assertNoSuggestionSources(flashcards, 'module.flashcards');
  assertNoSuggestionSources(quiz, 'module.quiz');
  return inTransaction(ctx, async (em) => {
    await assertMediaExist(em, ctx, { 'module.flashcards': flashcards, 'module.quiz': quiz });
    const course = await lockCourse(em, ctx, course_id);
    const id = await insertDraftModule(em, ctx, course, { title, language });
    const module = await em.findOneOrFail(ModuleEntity, { id });
    await writeModuleSettings(em, ctx, module, { title, ...settings });
    const edit = { moduleId: id, title, cycle: module.cycle, version: 1, before: 0 };
    const cards = await writeSection(em, ctx, { ...edit, section: 'flashcards', items: flashcards });
    const questions = await writeSection(em, ctx, { ...edit, section: 'quiz', items: quiz });
    const [cardCount, questionCount] = [flashcards.length, quiz.length];
    await recordModuleImport(em, ctx, { id, title }, { format: from, cards: cardCount, questions: questionCount });
    const isSame = (saved: typeof cards, hash: string) => saved === undefined || saved.content_hash === hash;
    return {
      id,
      cards: cardCount,
      questions: questionCount,
      is_same: isSame(cards, hashes.flashcards) && isSame(questions, hashes.quiz),
    };
  });
}

/** @throws AppError `invalid_request` */
export function assertNoSuggestionSources(items: SectionItems, path: string): void {
  const index = items.findIndex(({ source }) => source?.suggestion_id != null);
  if (index === -1) return;
  throw invalidFieldError(`${path}.${index}.source.suggestion_id`, 'Must be null in an import', 'not_found');
}
