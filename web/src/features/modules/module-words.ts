import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { WORKFLOW } from '@training/shared/reviews/workflow';
import { workflowStateOf } from '@training/shared/reviews/workflow-state';

interface SectionWords {
  title: string;
  /** The name within a sentence, with its article. */
  the: string;
  /** The name of one item. */
  item: string;
  items: string;
}

export const SECTION_WORDS: Record<SectionKind, SectionWords> = {
  flashcards: { title: 'Flashcards', the: 'the flashcards section', item: 'card', items: 'cards' },
  quiz: { title: 'Quiz', the: 'the quiz', item: 'question', items: 'questions' },
};

export function otherSection(section: SectionKind): SectionKind {
  return section === 'flashcards' ? 'quiz' : 'flashcards';
}

/**
 * Returns true if approving the section publishes the module, because the other one is already approved
 * (rules/review 8).
 */
export function publishes(module: ModuleDetail, section: SectionKind): boolean {
  return WORKFLOW.approve.to(workflowStateOf(module), section).workflow === null;
}

/** Describes the consequence of approving a section. */
export function consequenceOfApproval(module: ModuleDetail, section: SectionKind): string {
  if (publishes(module, section)) {
    return module.live === null
      ? 'Both sections are then approved. The module is published, and learners see it at once.'
      : `Both sections are then approved. The revision is published and replaces version ${module.live.number}.`;
  }
  const other = otherSection(section);
  const queried =
    module[other].state === 'queried'
      ? ', which has changes requested, is resubmitted and approved too.'
      : ' is approved too.';
  return `It stays locked. The module is published when ${SECTION_WORDS[other].the}${queried}`;
}
