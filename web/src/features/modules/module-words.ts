import type { SectionKind } from '@training/shared/courses';
import type { ModuleDetail } from '@training/shared/modules';

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

export function otherSection(section: SectionKind): SectionKind {
  return section === 'flashcards' ? 'quiz' : 'flashcards';
}

/** Whether reviewers can decide something about it now (decisions §6, rows 4 to 9). */
export function isUnderReview({ status, workflow }: Pick<ModuleDetail, 'status' | 'workflow'>): boolean {
  return status !== 'archived' && (workflow === 'in_review' || workflow === 'changes_requested');
}

/** Whether there is a working copy that anybody can still change or decide on, so that there is something to discuss. */
export function isWorkedOn({ status, workflow }: Pick<ModuleDetail, 'status' | 'workflow'>): boolean {
  return status !== 'archived' && workflow !== null;
}

/** What approving a section will do, said before it is done. */
export function consequenceOfApproval(module: ModuleDetail, section: SectionKind): string {
  const other = otherSection(section);
  switch (module[other].state) {
    case 'approved':
      return module.live === null
        ? 'Both sections are approved with this: the module goes live, and learners see it at once.'
        : `Both sections are approved with this: the revision goes live, in place of version ${module.live.number}.`;
    case 'queried':
      return `It stays locked. The module goes live when ${SECTION_WORDS[other].the}, which was queried, is resubmitted and approved too.`;
    default:
      return `It stays locked. The module goes live when ${SECTION_WORDS[other].the} is approved too.`;
  }
}

/** Where a module stands that is not under review. */
export function standingOf({ status, workflow, live }: ModuleDetail): string {
  if (status === 'archived') return 'It is archived. Restored, it can be worked on again.';
  switch (workflow) {
    case 'rejected':
      return 'It was rejected. Its trainers can change it and submit it again.';
    case 'draft':
      return live === null
        ? 'It is a draft. It comes here when its trainers submit it.'
        : 'A revision of it is a draft. It comes here when its trainers submit it; learners see what is live.';
    default:
      return live === null ? 'It is not in review.' : `It is published: version ${live.number} is what learners see.`;
  }
}
