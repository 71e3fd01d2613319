import { Text } from '@mantine/core';
import type { TrainingFigures } from '@training/shared/overview/overview';
import { formatPercent } from '../../lib/i18n/in-words.ts';
import { formatNumber } from '../../lib/i18n/numbers.ts';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './overview.module.css';
import { EmptyList } from './lines.tsx';
import { OverviewPanel } from './panel.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('overview');

/** The progress of training: a bar, and its parts as numbers. */
export function TrainingProgressFigure({ standing, title }: { standing: TrainingFigures; title: string }) {
  const { assigned, completed, in_progress, not_started, overdue, due_soon } = standing;
  const parts = [
    { name: t('completed'), count: completed, className: classes.completed },
    { name: t('inProgress'), count: in_progress, className: classes.begun },
    { name: t('notStarted'), count: not_started, className: classes.untouched },
  ];
  return (
    <OverviewPanel title={title} more={<TextLink to="/$workspace/analytics">{t('analytics')}</TextLink>}>
      {assigned === 0 ? (
        <EmptyList>{t('progressWillAppearHere')}</EmptyList>
      ) : (
        <>
          <div className={classes.share}>{formatPercent(completed / assigned)}</div>
          <Text c="dimmed">{t('ofAssigned', { count: assigned })}</Text>
          <Bar parts={parts} total={assigned} />
          <ul className={classes.legend} aria-label={t('howTrainingStands')}>
            {parts.map(({ name, count, className }) => (
              <li key={name}>
                <span className={`${classes.swatch} ${className}`} aria-hidden="true" />
                {name}
                <span className={classes.count}>{formatNumber(count)}</span>
              </li>
            ))}
            <li>
              <TextLink to="/$workspace/analytics" search={{ list: 'overdue' }}>
                {t('overdue')}
              </TextLink>
              <span className={classes.count}>{formatNumber(overdue)}</span>
            </li>
            <li>
              <TextLink to="/$workspace/analytics" search={{ list: 'expiring' }}>
                {t('certificatesExpiring')}
              </TextLink>
              <span className={classes.count}>{formatNumber(due_soon)}</span>
            </li>
          </ul>
        </>
      )}
    </OverviewPanel>
  );
}

interface BarProps {
  parts: { name: string; count: number; className: string | undefined }[];
  total: number;
}

/** Hidden from screen readers, because the numbers next to it carry the same information. */
function Bar({ parts, total }: BarProps) {
  const share = (count: number) => (count / total) * 100;
  return (
    <svg className={classes.bar} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {parts.map(({ name, count, className }, place) => {
        const before = parts.slice(0, place).reduce((sum, part) => sum + part.count, 0);
        return <rect key={name} x={share(before)} y={0} width={share(count)} height={10} className={className} />;
      })}
    </svg>
  );
}
