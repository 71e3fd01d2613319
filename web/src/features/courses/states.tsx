import { Badge } from '@mantine/core';
import type { ModuleStatus, SectionState } from '@training/shared/courses';

const STATUSES: Record<ModuleStatus, { name: string; color: string }> = {
  draft: { name: 'Draft', color: 'gray' },
  in_review: { name: 'In review', color: 'blue' },
  changes_requested: { name: 'Changes requested', color: 'orange' },
  published: { name: 'Published', color: 'green' },
  rejected: { name: 'Rejected', color: 'red' },
  archived: { name: 'Archived', color: 'gray' },
};

export function ModuleStatusBadge({ status }: { status: ModuleStatus }) {
  const { name, color } = STATUSES[status];
  return (
    <Badge variant="dot" color={color}>
      {name}
    </Badge>
  );
}

/** See rules/courses-and-modules 4: who may change a section now. */
const STATES: Record<SectionState, { name: string; color: string; meaning: string }> = {
  editable: { name: 'Editable', color: 'gray', meaning: 'Its trainers can change it.' },
  locked: {
    name: 'Locked',
    color: 'blue',
    meaning: 'Submitted for review: nobody can change it until a reviewer decides.',
  },
  queried: {
    name: 'Queried',
    color: 'orange',
    meaning: 'A reviewer has asked for changes: its trainers can make them.',
  },
  approved: { name: 'Approved', color: 'green', meaning: 'A reviewer has approved it as it stands here.' },
};

export function SectionStateBadge({ state }: { state: SectionState }) {
  const { name, color } = STATES[state];
  return (
    <Badge variant="dot" color={color}>
      {name}
    </Badge>
  );
}

export function meaningOf(state: SectionState): string {
  return STATES[state].meaning;
}
