import type { SectionKind } from '@training/shared/courses';
import type { ModuleDetail } from '@training/shared/modules';
import { WORKFLOW } from '@training/shared/workflow';
import { workflowStateOf } from '@training/shared/workflow-state';

interface SectionWords {
  title: string;
  /** Within a sentence, with its article. */
  the: string;
  /** One of its items. */
  item: string;
  items: string;
}

export const SECTION_WORDS: Record<SectionKind, SectionWords> = {
  flashcards: { title: 'Flashcards', the: 'the flashcards section', item: 'card', items: 'cards' },
  quiz: { title: 'Quiz', the: 'the quiz', item: 'question', items: 'questions' },
};

function otherSection(section: SectionKind): SectionKind {
  return section === 'flashcards' ? 'quiz' : 'flashcards';
}

/** What approving a section will do, said before it is done. */
export function consequenceOfApproval(module: ModuleDetail, section: SectionKind): string {
  if (WORKFLOW.approve.to(workflowStateOf(module), section).workflow === null) {
    return module.live === null
      ? 'Both sections are approved with this: the module goes live, and learners see it at once.'
      : `Both sections are approved with this: the revision goes live, in place of version ${module.live.number}.`;
  }
  const other = otherSection(section);
  const queried =
    module[other].state === 'queried' ? ', which was queried, is resubmitted and approved too.' : ' is approved too.';
  return `It stays locked. The module goes live when ${SECTION_WORDS[other].the}${queried}`;
}
