import type { SectionKind, SectionLock } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { isSectionEditable } from '@training/shared/reviews/workflow';
import { authoringStatusOf, workflowStateOf, type AuthoringStatus } from '@training/shared/reviews/workflow-state';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('modules');

/** Returns a section's lock in the format of a 423; null if it is editable. */
export function sectionLockOf(module: ModuleDetail, section: SectionKind): SectionLock | null {
  if (isSectionEditable(workflowStateOf(module), section)) return null;
  const { state_since, state_by } = module[section];
  return { section, round: module.round, since: state_since, by: state_by };
}

/**
 * Returns true if the whole module waits for review, which `moduleStateInWordsForAuthors` states at the top of the
 * page.
 */
export const isModuleLocked = (module: ModuleDetail): boolean =>
  authoringStatusOf(workflowStateOf(module)) === 'in_review';

/** Describes the module's state and next step for its authors. */
export function moduleStateInWordsForAuthors(module: ModuleDetail): string {
  const seen = { number: module.live?.number ?? 0, isLive: module.live === null ? 'no' : 'yes' };
  const words: Record<AuthoringStatus, string> = {
    draft: t('standing.draft', seen),
    in_review: t('standing.inReview', { ...seen, round: module.round }),
    changes_requested: t('standing.changesRequested', seen),
    rejected: t('standing.rejected', seen),
    published: t('publishedReviseChange'),
    archived: t('archivedNoOneSee'),
  };
  return words[authoringStatusOf(workflowStateOf(module))];
}

/** Describes the module's state for its reviewers. */
export function moduleStateInWordsForReviewers(module: ModuleDetail): string {
  const { live } = module;
  const words: Record<AuthoringStatus, string> = {
    draft: live === null ? t('draftAppearsHereWhen') : t('revisionDraftAppearsHere'),
    in_review: t('waitingForReview'),
    changes_requested: t('changesRequestedTrainers'),
    rejected: t('rejectedTrainersChange'),
    published: t('publishedVersion', { number: live?.number ?? 1 }),
    archived: t('archivedSuperAdmin'),
  };
  return words[authoringStatusOf(workflowStateOf(module))];
}
