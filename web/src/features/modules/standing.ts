import type { SectionKind, SectionLock } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { acceptsEdits } from '@training/shared/reviews/workflow';
import { placeOf, workflowStateOf, type Place } from '@training/shared/reviews/workflow-state';

/** Returns a section's lock in the format of a 423; null if it is editable. */
export function lockOf(module: ModuleDetail, section: SectionKind): SectionLock | null {
  if (acceptsEdits(workflowStateOf(module), section)) return null;
  const { state_since, state_by } = module[section];
  return { section, round: module.round, since: state_since, by: state_by };
}

/** Returns true if the whole module waits for review, which `standingForAuthors` states at the top of the page. */
export const isLocked = (module: ModuleDetail): boolean => placeOf(workflowStateOf(module)) === 'in_review';

/** Describes the module's state and next step for its authors. */
export function standingForAuthors(module: ModuleDetail): string {
  const learners = module.live === null ? '' : ` Learners see the published version (${module.live.number}) meanwhile.`;
  const words: Record<Place, string> = {
    draft: `Draft. Submit it for review when both parts are complete.${learners}`,
    in_review: `Waiting for review, round ${module.round}. No one can change it until a reviewer decides or you withdraw it.${learners}`,
    changes_requested: `Changes requested. Make them or reply to the comments, then resubmit.${learners}`,
    rejected: `Rejected. Change it and submit it again.${learners}`,
    published: 'Published. Revise it to change something. Learners keep this version until the next is published.',
    archived: 'Archived. No one can see or change it until a super admin restores it.',
  };
  return words[placeOf(workflowStateOf(module))];
}

/** Describes the module's state for its reviewers. */
export function standingForReviewers(module: ModuleDetail): string {
  const { live } = module;
  const words: Record<Place, string> = {
    draft:
      live === null
        ? 'Draft. It appears here when its trainers submit it.'
        : 'A revision is a draft. It appears here when its trainers submit it. Learners see the published version.',
    in_review: 'Waiting for review.',
    changes_requested: 'Changes requested. Its trainers make them and resubmit it.',
    rejected: 'Rejected. Its trainers can change it and submit it again.',
    published: `Published. Learners see version ${live?.number ?? 1}.`,
    archived: 'Archived. A super admin can restore it.',
  };
  return words[placeOf(workflowStateOf(module))];
}
