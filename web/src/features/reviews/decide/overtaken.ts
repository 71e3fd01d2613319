import type { SectionKind } from '@training/shared/courses';
import type { ModuleDetail } from '@training/shared/modules';
import { whyNot } from '@training/shared/workflow';
import { isUnderReview, placeOf, workflowStateOf } from '@training/shared/workflow-state';
import type { Decision } from './decision.ts';
import { SECTION_WORDS } from '../../modules/module-words.ts';

/**
 * Why a decision that is being made cannot be taken any more: what happened meanwhile, by whom, and what to do. Null
 * while it can.
 */
export function overtakenBy(module: ModuleDetail, decision: Decision): string | null {
  const state = workflowStateOf(module);
  if (!isUnderReview(state)) return endOf(module);
  if (decision.round !== module.round) {
    return `The module was submitted again meanwhile: round ${module.round} is here now. Close this and look at it, then decide.`;
  }
  if (decision.kind === 'reject') return null;
  const { kind, section, hash } = decision;
  const { state_by, content_hash } = module[section];
  const { the } = SECTION_WORDS[section];
  const why = whyNot(state, { kind, section });
  if (why !== null) return `${state_by ?? 'Somebody'} has ${state[section]} ${the} meanwhile. ${why}`;
  if (content_hash !== hash) return `${capital(the)} has other content by now. Close this and look at it, then decide.`;
  return null;
}

/** Says what ended the review, which gave both sections their states. */
function endOf(module: ModuleDetail): string {
  const who = lastOf(module)?.state_by ?? 'Somebody';
  switch (placeOf(workflowStateOf(module))) {
    case 'archived':
      return 'The module was archived meanwhile. It is reviewed no more.';
    case 'rejected':
      return `${who} has rejected the module meanwhile. Its trainers can change it; decide when they have submitted it again.`;
    case 'draft':
      return `${who} has withdrawn the submission meanwhile. Decide when it is submitted again.`;
    default:
      return `${who} has approved the last section meanwhile, and the module is published. There is nothing left to decide.`;
  }
}

const SECTIONS: SectionKind[] = ['flashcards', 'quiz'];

function lastOf(module: ModuleDetail) {
  const sections = SECTIONS.map((kind) => module[kind]);
  return sections.toSorted((one, other) => Date.parse(other.state_since) - Date.parse(one.state_since))[0];
}

const capital = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
