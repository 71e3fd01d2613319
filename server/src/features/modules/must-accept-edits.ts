import type { SectionKind, SectionState, Workflow } from '@training/shared/courses';
import { acceptsEdits, NEW_MODULE } from '@training/shared/workflow';
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

/** Row 2 of decisions §6. @throws AppError `content_locked` with the lock; `module_state` where the module is archived */
export function mustAcceptEdits(section: SectionKind, standing: SectionStanding): void {
  const { archived, state } = standing;
  if (acceptsEdits({ ...NEW_MODULE, archived, [section]: state }, section)) return;
  if (state === 'locked' || state === 'approved') throw contentLocked(section, standing);
  throw new AppError('module_state', 'The module is archived; an administrator can restore it.');
}

/** The 423 that says what is locked, since when and by whom. */
export function contentLocked(section: SectionKind, standing: SectionStanding): AppError {
  const { round, since, by } = standing;
  const why = whyLocked(standing);
  return new AppError('content_locked', `The ${section} section is locked: ${why}`, {
    lock: { section, round, since, by },
  });
}

function whyLocked({ archived, workflow, round }: SectionStanding): string {
  if (archived) return 'the module is archived. An administrator can restore it.';
  if (workflow === null) return 'the module is published. Revise it to open a working copy.';
  return `the module is under review, round ${round}. It opens again when a reviewer queries it, or when the submission is withdrawn.`;
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
