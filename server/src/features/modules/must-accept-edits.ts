import type { SectionKind, SectionState, Workflow } from '@training/shared/courses';
import { whyNot } from '@training/shared/workflow';
import { NEW_MODULE } from '@training/shared/workflow-state';
import { AppError } from '../../errors.ts';
import type { LockedModule } from './lock-module.ts';

/** What decides whether a section takes an edit, and what is said where it does not. */
export type SectionStanding = {
  archived: boolean;
  workflow: Workflow | null;
  round: number;
  state: SectionState;
  /** Since when it has its state (a timestamp of the wire), and who gave it. */
  since: string;
  by: string | null;
};

/** See rules/review 2. @throws AppError `content_locked` with the lock; `module_state` where the module is archived */
export function mustAcceptEdits(section: SectionKind, standing: SectionStanding): void {
  const { archived, workflow, round, state, since, by } = standing;
  const why = whyNot({ ...NEW_MODULE, archived, workflow, [section]: state }, { kind: 'edit', section });
  if (why === null) return;
  if (state === 'editable' || state === 'queried') throw new AppError('module_state', why);
  throw new AppError('content_locked', `The ${section} section is locked, in round ${round}. ${why}`, {
    lock: { section, round, since, by },
  });
}

export function standingOf({ module, sections, state }: LockedModule, section: SectionKind): SectionStanding {
  const { stateSince, stateByName } = sections[section];
  return {
    archived: state.archived,
    workflow: state.workflow,
    round: module.round,
    state: state[section],
    since: stateSince.toISOString(),
    by: stateByName ?? null,
  };
}
