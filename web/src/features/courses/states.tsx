import { Badge } from '@mantine/core';
import type { ModuleStatus, SectionState } from '@training/shared/courses/courses';

const STATUSES: Record<ModuleStatus, { name: string; color: string }> = {
  draft: { name: 'Draft', color: 'gray.6' },
  in_review: { name: 'Waiting for review', color: 'blue' },
  changes_requested: { name: 'Changes requested', color: 'orange' },
  published: { name: 'Published', color: 'green' },
  rejected: { name: 'Rejected', color: 'red' },
  archived: { name: 'Archived', color: 'gray.6' },
};

export function ModuleStatusBadge({ status }: { status: ModuleStatus }) {
  const { name, color } = STATUSES[status];
  return (
    <Badge variant="dot" color={color}>
      {name}
    </Badge>
  );
}

/** Labels of the section states (see rules/courses-and-modules 4). */
const STATES: Record<SectionState, { name: string; color: string; meaning: string }> = {
  editable: { name: 'Draft', color: 'gray.6', meaning: 'Not submitted yet.' },
  locked: {
    name: 'Waiting for review',
    color: 'blue',
    meaning: 'No one can edit it until a reviewer decides.',
  },
  queried: {
    name: 'Changes requested',
    color: 'orange',
    meaning: 'A reviewer requested changes.',
  },
  approved: { name: 'Approved', color: 'green', meaning: 'A reviewer approved this version.' },
};

interface SectionStateBadgeProps {
  state: SectionState;
  /** True for reviewers, whose task are the locked sections. */
  isForReviewers?: boolean;
}

export function SectionStateBadge({ state, isForReviewers = false }: SectionStateBadgeProps) {
  const { name, color } = STATES[state];
  return (
    <Badge variant="dot" color={color}>
      {isForReviewers && state === 'locked' ? 'To review' : name}
    </Badge>
  );
}

export function meaningOf(state: SectionState): string {
  return STATES[state].meaning;
}
