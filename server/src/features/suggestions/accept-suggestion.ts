import type { EntityManager } from '@mikro-orm/postgresql';
import type { SectionKind } from '@training/shared/courses/courses';
import type { AcceptSuggestion, AcceptedSuggestion } from '@training/shared/suggestions/suggestions';
import { departmentLimitOf, type AiContext, type Context } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { startAiJob } from '../ai/jobs/start-ai-job.ts';
import { readAiCapabilitiesWithKey } from '../provider-keys/read-ai-availability.ts';
import { CourseEntity, ModuleEntity } from '../courses/course.entity.ts';
import { lockCourse } from '../courses/lock-course.ts';
import { recordEvent } from '../events/record-event.ts';
import { insertDraftModule } from '../courses/modules/create-module.ts';
import { createSectionGenerationTask } from '../courses/generation/start-section-generation.ts';
import { workingTitleOf } from '../courses/modules/working-copy.ts';
import { lockSuggestion } from './dismiss-suggestion.ts';
import { suggestionEventFieldsOf, suggestionAuditSubjectOf } from './suggestion-event.ts';
import type { SuggestionRow } from './suggestion.entity.ts';

/** Maximum length of a module's title in code points; a suggestion's title may be longer. */
const LONGEST_TITLE = 200;

/**
 * Accepts a suggestion by creating a draft module from it (rules/suggestions 8). If several users accept at once, only
 * one module is created. It is reviewed like any draft.
 * @throws AppError `suggestion_not_found`, `course_not_found`, `forbidden`; `suggestion_not_pending`, which names the
 * module to users who may read it; `invalid_request` if the course is full; `rate_limited` if the caller has too many
 * unfinished AI jobs
 */
export async function acceptSuggestion(ctx: AiContext, input: AcceptSuggestion): Promise<AcceptedSuggestion> {
  const generate = input.generate && (await readAiCapabilitiesWithKey(ctx)).generation;
  return inTransaction(ctx, async (em) => {
    const suggestion = await lockSuggestion(em, ctx, input.id);
    const course = await lockCourse(em, ctx, input.course_id);
    if (suggestion.status !== 'pending') throw await notPending(em, ctx, suggestion);
    const title = input.title ?? shortened(suggestion.title);
    const moduleId = await insertDraftModule(em, ctx, course, { title, suggestionId: suggestion.id });
    await markAccepted(em, ctx, suggestion, moduleId, course.id);
    const kinds: SectionKind[] = generate ? ['flashcards', 'quiz'] : [];
    const jobs: string[] = [];
    for (const kind of kinds) {
      const task = createSectionGenerationTask(kind, { title: suggestion.title, text: suggestion.content });
      jobs.push((await startAiJob({ ...ctx, transaction: em }, task, { kind: 'module', id: moduleId })).id);
    }
    return { id: suggestion.id, module_id: moduleId, course_id: course.id, jobs };
  });
}

async function markAccepted(
  em: EntityManager,
  ctx: AiContext,
  suggestion: SuggestionRow,
  moduleId: string,
  courseId: string,
): Promise<void> {
  suggestion.status = 'accepted';
  suggestion.acceptedAt = ctx.now;
  suggestion.acceptedByName = ctx.actor.name;
  suggestion.moduleId = moduleId;
  await em.flush();
  const became = { module_id: moduleId, course_id: courseId };
  await recordEvent(em, ctx, {
    action: 'suggestion.accepted',
    subject: suggestionAuditSubjectOf(suggestion),
    changes: became,
    outgoing: { ...suggestionEventFieldsOf(suggestion), ...became },
  });
}

/** Names the resulting module only to users who may read it: a draft's title is visible only in its department. */
async function notPending(em: EntityManager, ctx: Context, { status, moduleId }: SuggestionRow): Promise<AppError> {
  const code = 'suggestion_not_pending';
  if (!moduleId) return new AppError(code, `It is ${status} now. Reload the queue.`);
  const module = await em.findOneOrFail(ModuleEntity, { id: moduleId });
  const { departmentId } = await em.findOneOrFail(CourseEntity, { id: module.courseId });
  const own = departmentLimitOf(ctx);
  return own === null || own === departmentId
    ? new AppError(code, `It was already accepted and became the module “${workingTitleOf(module)}” (${module.id}).`)
    : new AppError(code, 'Another department already accepted it.');
}

function shortened(title: string): string {
  const letters = Array.from(title);
  return letters.length <= LONGEST_TITLE
    ? title
    : `${letters
        .slice(0, LONGEST_TITLE - 1)
        .join('')
        .trimEnd()}…`;
}
