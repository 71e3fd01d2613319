import { SegmentedControl } from '@mantine/core';
import { TeamReach } from '@training/shared/team/team';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('team');

interface TeamReachControlProps {
  value: TeamReach;
  onChange: (reach: TeamReach) => void;
}

/** Chooses between everyone below and direct reports. */
export function TeamReachControl({ value, onChange }: TeamReachControlProps) {
  return (
    <SegmentedControl
      mb="lg"
      aria-label={t('whichTeam')}
      data={TeamReach.options.toReversed().map((reach) => ({ value: reach, label: t(`reach.${reach}`) }))}
      value={value}
      onChange={(chosen) => onChange(TeamReach.parse(chosen))}
    />
  );
}
