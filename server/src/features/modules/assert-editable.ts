import { SectionState, Workflow, type SectionKind } from '@training/shared/courses';
import { Timestamp } from '@training/shared/primitives';
import { whyNot } from '@training/shared/workflow';
import { NEW_MODULE } from '@training/shared/workflow-state';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import type { LockedModule } from './lock-module.ts';

/** What decides whether a section takes an edit, and what is said where it does not. */
export const SectionEditState = z.strictObject({
  archived: z.boolean(),
  workflow: Workflow.nullable(),
  round: z.number(),
  state: SectionState,
  /** Since when it has its state, and who gave it. */
  since: Timestamp,
  by: z.string().nullable(),
});
export type SectionEditState = z.infer<typeof SectionEditState>;

/** See rules/review 2. @throws AppError `content_locked` with the lock; `module_state` where the module is archived */
export function assertEditable(section: SectionKind, standing: SectionEditState): void {
  const { archived, workflow, round, state, since, by } = standing;
  const why = whyNot({ ...NEW_MODULE, archived, workflow, [section]: state }, { kind: 'edit', section });
  if (why === null) return;
  if (state === 'editable' || state === 'queried') throw new AppError('module_state', why);
  throw new AppError('content_locked', `The ${section} section is locked, in round ${round}. ${why}`, {
    lock: { section, round, since, by },
  });
}

export function editStateOf({ module, sections, state }: LockedModule, section: SectionKind): SectionEditState {
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
