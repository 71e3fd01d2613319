import type { SectionKind, SectionState } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { whyNot } from '@training/shared/reviews/workflow';
import { isUnderReview, placeOf, workflowStateOf } from '@training/shared/reviews/workflow-state';
import type { Decision } from './decision.ts';
import { SECTION_WORDS } from '../../modules/module-words.ts';

/**
 * Explains why a pending decision isn't possible any more: what happened, by whom, and what to do. Null if it is
 * possible.
 */
export function overtakenBy(module: ModuleDetail, decision: Decision): string | null {
  const state = workflowStateOf(module);
  if (!isUnderReview(state)) return endOf(module);
  if (decision.round !== module.round) {
    return `The module was submitted again, in round ${module.round}. Close this, look at it, then decide.`;
  }
  if (decision.kind === 'reject') return null;
  const { kind, section, hash } = decision;
  const { state_by, content_hash } = module[section];
  const { the } = SECTION_WORDS[section];
  const why = whyNot(state, { kind, section });
  if (why !== null) return `${state_by ?? 'Someone'} ${DONE[state[section]]} ${the}. ${why}`;
  if (content_hash !== hash) return `${capital(the)} has changed. Close this, look at it, then decide.`;
  return null;
}

/** The action that led to each section state. */
const DONE: Record<SectionState, string> = {
  approved: 'approved',
  queried: 'queried',
  locked: 'submitted',
  editable: 'reopened',
};

/** Describes how the review ended, which set both sections' states. */
function endOf(module: ModuleDetail): string {
  const who = lastOf(module)?.state_by ?? 'Someone';
  switch (placeOf(workflowStateOf(module))) {
    case 'archived':
      return 'The module was archived, so there’s nothing to review.';
    case 'rejected':
      return `${who} rejected the module. Decide when its trainers have submitted it again.`;
    case 'draft':
      return `${who} withdrew the submission. Decide when it’s submitted again.`;
    default:
      return `${who} approved the last section, and the module was published. There’s nothing left to decide.`;
  }
}

const SECTIONS: SectionKind[] = ['flashcards', 'quiz'];

function lastOf(module: ModuleDetail) {
  const sections = SECTIONS.map((kind) => module[kind]);
  return sections.toSorted((one, other) => Date.parse(other.state_since) - Date.parse(one.state_since))[0];
}

const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
