import { Group, Radio } from '@mantine/core';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import type { ReviewComparisonVersions } from '@training/shared/reviews/reviews';
import { hasOpenWorkingCopy, workflowStateOf } from '@training/shared/reviews/workflow-state';
import { formatRelativeTime } from '../../../lib/i18n/dates.ts';
import type { ComparisonBase } from '../review-search.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('reviews');

interface BaseOption {
  base: ComparisonBase;
  label: string;
  description: string;
}

interface Compared {
  module: ModuleDetail;
  section: SectionKind;
  /** Undefined while loading. */
  comparison: ReviewComparisonVersions | undefined;
  /** True if the content changed while the page was open. */
  hasChanged: boolean;
}

/**
 * Returns the versions to compare a section with, the most informative first. Unless the content has just changed,
 * empty in the first round, when there is no other version, and after publication.
 */
export function listComparisonBaseOptions({ module, section, comparison, hasChanged }: Compared): BaseOption[] {
  const options: BaseOption[] = [];
  if (hasChanged) {
    options.push({ base: 'shown', label: t('whatWasHereBefore'), description: t('untilChangedJustNow') });
  }
  const hasOthers = module.round > 1 || module.live !== null;
  if (comparison !== undefined && hasOthers && hasOpenWorkingCopy(workflowStateOf(module))) {
    const approved = lastApproval(module, section, comparison);
    if (comparison.seen !== null) {
      options.push({ base: 'seen', label: t('whatISawLastTime'), description: snapshotWords(comparison.seen) });
    }
    if (approved !== null) {
      options.push({ base: 'approved', label: t('lastApproved'), description: snapshotWords(approved) });
    }
  }
  if (options.length === 0) return [];
  return [...options, { base: 'nothing', label: t('nothing'), description: t('onlyWhatWasSubmitted') }];
}

/** Returns when a section was last approved, or published without a review; null if never. */
function lastApproval(
  { live }: ModuleDetail,
  section: SectionKind,
  { approved, rounds }: ReviewComparisonVersions,
): { round: number | null; at: string } | null {
  if (approved === null) return null;
  for (const { round, decisions } of rounds) {
    const approval = decisions.findLast((one) => one.section === section && one.verdict === 'approved');
    if (approval !== undefined) return { round, at: approval.at };
  }
  return live === null ? null : { round: null, at: live.published_at };
}

/** Returns the base to compare with: the user's choice if available, else the most informative. */
export function selectComparisonBase(options: BaseOption[], wanted: ComparisonBase | undefined): ComparisonBase {
  return (options.find(({ base }) => base === wanted) ?? options[0])?.base ?? 'nothing';
}

interface BaseChoiceProps {
  options: BaseOption[];
  value: ComparisonBase;
  onChange: (base: ComparisonBase) => void;
}

export function ComparisonBaseChoice({ options, value, onChange }: BaseChoiceProps) {
  const choose = (chosen: string) => {
    const option = options.find(({ base }) => base === chosen);
    if (option !== undefined) onChange(option.base);
  };
  if (options.length === 0) return null;
  return (
    <Radio.Group label={t('compareWith')} value={value} onChange={choose} mb="md">
      <Group gap="lg" mt={6} align="flex-start">
        {options.map(({ base, label, description }) => (
          <Radio key={base} value={base} label={label} description={description} />
        ))}
      </Group>
    </Radio.Group>
  );
}

function snapshotWords({ round, at }: { round: number | null; at: string }): string {
  return round === null ? formatRelativeTime(at) : t('roundAndTime', { round, time: formatRelativeTime(at) });
}
