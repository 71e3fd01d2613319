import { Group, Radio } from '@mantine/core';
import type { ReviewComparison } from '@training/shared/reviews';
import { relativeTime } from '../../../lib/dates.ts';
import type { Base } from '../review-search.ts';

export interface BaseOption {
  base: Base;
  label: string;
  /** What it is, or why it cannot be chosen. */
  description: string;
  isThere: boolean;
}

/** What there is to compare with. `hasChanged`: something has changed under the reader's eyes. */
export function baseOptions(comparison: ReviewComparison | undefined, hasChanged: boolean): BaseOption[] {
  const { approved = null, seen = null } = comparison ?? {};
  const options: BaseOption[] = [
    {
      base: 'seen',
      label: 'What I saw last time',
      description: seen === null ? 'You have not looked at an earlier round.' : snapshotWords(seen),
      isThere: seen !== null,
    },
    {
      base: 'approved',
      label: 'Last approved',
      description: approved === null ? 'Nothing of it has been approved yet.' : snapshotWords(approved),
      isThere: approved !== null,
    },
    { base: 'nothing', label: 'Nothing', description: 'Only what was submitted.', isThere: true },
  ];
  if (!hasChanged) return options;
  return [
    { base: 'shown', label: 'What was here before', description: 'Until it was changed just now.', isThere: true },
    ...options,
  ];
}

/** What is compared with: the choice where it can be had, else what says most. */
export function chosenBase(options: BaseOption[], wanted: Base | undefined): Base {
  const there = options.filter(({ isThere }) => isThere);
  if (there[0]?.base === 'shown') return there.find(({ base }) => base === wanted)?.base ?? 'shown';
  return (there.find(({ base }) => base === wanted) ?? there[0])?.base ?? 'nothing';
}

interface BaseChoiceProps {
  options: BaseOption[];
  value: Base;
  onChange: (base: Base) => void;
}

export function BaseChoice({ options, value, onChange }: BaseChoiceProps) {
  const choose = (chosen: string) => {
    const option = options.find(({ base }) => base === chosen);
    if (option !== undefined) onChange(option.base);
  };
  return (
    <Radio.Group label="Compare with" value={value} onChange={choose} mb="md">
      <Group gap="lg" mt={6} align="flex-start">
        {options.map(({ base, label, description, isThere }) => (
          <Radio key={base} value={base} label={label} description={description} disabled={!isThere} />
        ))}
      </Group>
    </Radio.Group>
  );
}

function snapshotWords({ round, at }: { round: number | null; at: string }): string {
  return round === null ? relativeTime(at) : `Round ${round}, ${relativeTime(at)}`;
}
