import type { SectionKind } from '@training/shared/courses';
import type { ModuleDetail, SectionLock } from '@training/shared/modules';
import { acceptsEdits } from '@training/shared/workflow';
import { placeOf, workflowStateOf, type Place } from '@training/shared/workflow-state';

/** What a section that takes no edits is locked by, as a 423 would say it; null where it takes them. */
export function lockOf(module: ModuleDetail, section: SectionKind): SectionLock | null {
  if (acceptsEdits(workflowStateOf(module), section)) return null;
  const { state_since, state_by } = module[section];
  return { section, round: module.round, since: state_since, by: state_by };
}

/** Where the module stands and what comes next, for its authors. */
export function standingForAuthors(module: ModuleDetail): string {
  const learners = module.live === null ? '' : ` Learners see the published version (${module.live.number}) meanwhile.`;
  const words: Record<Place, string> = {
    draft: `It is a draft. Submit it when both parts are complete; reviewers then decide.${learners}`,
    in_review: `It is in review, round ${module.round}. Nobody can change it until a reviewer decides.${learners}`,
    changes_requested: `Reviewers asked for changes. Make them or answer the comments, then resubmit.${learners}`,
    rejected: `It was rejected. Change it and submit it again.${learners}`,
    published: 'It is published. Revise it to change something; learners keep this version until the next is approved.',
    archived: 'It is archived: nobody sees it, and nothing of it can change until a super admin restores it.',
  };
  return words[placeOf(workflowStateOf(module))];
}

/** Where the module stands, for its reviewers. */
export function standingForReviewers(module: ModuleDetail): string {
  const { live } = module;
  const words: Record<Place, string> = {
    draft:
      live === null
        ? 'It is a draft. It comes here when its trainers submit it.'
        : 'A revision of it is a draft. It comes here when its trainers submit it; learners see what is live.',
    in_review: 'It is in review.',
    changes_requested: 'Its trainers make the changes that were asked for, then submit it again.',
    rejected: 'It was rejected. Its trainers can change it and submit it again.',
    published: `It is published: version ${live?.number ?? 1} is what learners see.`,
    archived: 'It is archived. Restored, it can be worked on again.',
  };
  return words[placeOf(workflowStateOf(module))];
}
