import type { AiTask } from '@training/shared/ai/ai-features';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import type { GenerationSource } from '@training/shared/ai/ai-sources';
import {
  CardGenerationInput,
  QuizGenerationInput,
  type GenerationDifficulty,
  type ItemWordingToCompare,
} from '@training/shared/ai/generated-items';
import type { Flashcard, Question, SectionKind } from '@training/shared/courses/courses';
import { formatCorrectAnswers } from '../../ai/features/items/quiz-question.ts';
import { toExistingItemLabels } from '../../ai/jobs/existing-item-labels.ts';
import type { AiJobSummary } from '@training/shared/ai/ai-jobs';
import type { GenerateSectionItems } from '@training/shared/courses/sections';
import type { AiContext } from '../../../core/context.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { invalidFieldError } from '../../../core/errors.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { startAiJob } from '../../ai/jobs/start-ai-job.ts';
import { lockModule } from '../modules/lock-module.ts';
import { readGenerationSource } from './generation-source.ts';
import { moduleLiveTopicOf } from '../modules/module-topic.ts';
import { assertSectionEditable, sectionEditStateOf } from '../modules/assert-section-editable.ts';

/**
 * Starts an AI job whose result is added to the section; see `deliverGeneratedItems`.
 * @throws AppError `invalid_request`, `ai_job_not_found`, `module_not_found`, `forbidden`, `content_locked`,
 * `module_state`, and errors of `startAiJob`
 */
export function startSectionGeneration(ctx: AiContext, input: GenerateSectionItems): Promise<AiJobSummary> {
  const { module_id, section, count, difficulty, more } = input;
  if (section === 'quiz' && count !== undefined && count > AI_INPUT_LIMITS.questions) {
    const message = `Must be at most ${AI_INPUT_LIMITS.questions}`;
    throw invalidFieldError('count', message, 'too_big', `${message}: a quiz gets so many questions at once.`);
  }
  return inTransaction(ctx, async (em) => {
    const locked = await lockModule(em, ctx, module_id);
    assertSectionEditable(section, sectionEditStateOf(locked, section));
    const source = await readGenerationSource(em, ctx, locked, input);
    const destination = { kind: 'module', id: module_id } as const;
    const task = createSectionGenerationTask(section, source, {
      count,
      difficulty,
      more,
      there: locked.sections[section].items,
    });
    const job = await startAiJob({ ...ctx, transaction: em }, task, destination);
    await publishTopics(em, moduleLiveTopicOf(ctx.workspace.id, module_id));
    return job;
  });
}

type Wanted = {
  /** Mix of levels; the default mix if absent. */
  difficulty?: GenerationDifficulty | undefined;
  /** Number of items; the feature's default if absent. */
  count?: number | undefined;
  /** Existing items of the section, which aren't generated again. */
  there?: readonly (Flashcard | Question)[];
  /** True to read only the parts of the source with the fewest items. */
  more?: boolean | undefined;
};

/** Creates the AI task that fills a section. */
export function createSectionGenerationTask(
  section: SectionKind,
  source: GenerationSource,
  { count, difficulty, there = [], more = false }: Wanted = {},
): AiTask {
  const existing = toExistingItemLabels(there);
  const passages = there.flatMap((item) => item.source?.quote ?? []);
  const input = {
    source,
    existing,
    there: there.map(saidBy),
    ...(count !== undefined && { count }),
    ...(difficulty && { difficulty }),
    ...(more && { parts: { which: 'fewest', passages } }),
  };
  return section === 'flashcards'
    ? { feature: 'card_generation', input: CardGenerationInput.parse(input) }
    : { feature: 'quiz_generation', input: QuizGenerationInput.parse(input) };
}

function saidBy(item: Flashcard | Question): ItemWordingToCompare {
  const quote = item.source?.quote ?? '';
  return 'front' in item
    ? { asked: item.front, answered: item.back, quote }
    : { asked: item.prompt, answered: formatCorrectAnswers(item), quote };
}
