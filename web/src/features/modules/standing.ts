import type { SectionKind } from '@training/shared/courses';
import type { ModuleDetail, SectionLock } from '@training/shared/modules';

/** Why a section takes no edits now, as a 423 would say it; null where it takes them (decisions §6, row 2). */
export function lockOf(module: ModuleDetail, kind: SectionKind): SectionLock | null {
  const { state, state_since, state_by } = module[kind];
  const isOpen = module.status !== 'archived' && (state === 'editable' || state === 'queried');
  return isOpen ? null : { section: kind, round: module.round, since: state_since, by: state_by };
}

/** Why title and the like cannot change now, in words; null where they can. */
export function whyNoSettings({ status, workflow }: ModuleDetail): string | null {
  if (status === 'archived') return 'The module is archived; restore it first.';
  if (workflow === null) return 'The module is published. Revise it to change its settings.';
  return workflow === 'in_review' ? 'The module is in review, with its settings.' : null;
}

/** Where the module stands and what comes next, for its authors. */
export function standingOf({ status, workflow, live, round }: ModuleDetail): string {
  if (status === 'archived')
    return 'It is archived: nobody sees it, and nothing of it can change until a super admin restores it.';
  const learners = live === null ? '' : ` Learners see the published version (${live.number}) meanwhile.`;
  switch (workflow) {
    case null:
      return 'It is published. Revise it to change something; learners keep this version until the next is approved.';
    case 'draft':
      return `It is a draft. Submit it when both parts are complete; reviewers then decide.${learners}`;
    case 'in_review':
      return `It is in review, round ${round}. Nobody can change it until a reviewer decides.${learners}`;
    case 'changes_requested':
      return `Reviewers asked for changes. Make them or answer the comments, then resubmit.${learners}`;
    case 'rejected':
      return `It was rejected. Change it and submit it again.${learners}`;
  }
}
