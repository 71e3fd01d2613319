import { Badge, Group, Progress, Text } from '@mantine/core';
import type { MyModule } from '@training/shared/learning/learning';
import { formatDay, lastLocalDayBefore, formatPercent } from '../../../lib/i18n/in-words.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { dueInWords, waitingCycleInWords } from '../due-words.ts';
import classes from '../learning.module.css';
import { AssignmentReasons } from './assignment-reasons.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('learning');

/** The way to the very next step of a module. */
function ContinueButton({ module, isFirst }: { module: MyModule; isFirst: boolean }) {
  if (module.paused) return null;
  const label = labelOf(module);
  return (
    <LinkButton
      to="/$workspace/training/$module"
      params={{ module: module.module_id }}
      search={{ step: 'next' }}
      variant={isFirst ? 'filled' : 'default'}
      me="auto"
      // The whole card is a link beneath.
      pos="relative"
      aria-label={`${label}: ${module.title}`}
    >
      {label}
    </LinkButton>
  );
}

function labelOf({ status, to_check }: MyModule): string {
  if (to_check > 0) return t('checkYourAnswer');
  if (status === 'waiting') return t('seeAnswers');
  return status === 'not_started' ? t('open') : t('continue');
}

interface ModuleCardProps {
  module: MyModule;
  today: string;
  /** The workspace's time zone. */
  timeZone: string;
  /** True for the training to go on with first. */
  isFirst: boolean;
}

/** A module that is assigned or started. */
export function ModuleCard({ module, today, timeZone, isFirst }: ModuleCardProps) {
  const { title, course, progress, status, paused, renewal, overdue } = module;
  const due = dueInWords(module, today);
  return (
    <li className={classes.module} data-overdue={overdue || undefined}>
      <span className={classes.emoji} aria-hidden="true">
        {course.emoji}
      </span>
      <div className={classes.words}>
        <TextLink
          to="/$workspace/training/$module"
          params={{ module: module.module_id }}
          fw={600}
          className={classes.cover}
        >
          {title}
        </TextLink>
        <Text size="sm" c="dimmed">
          {course.title}
        </Text>
        <Group gap="xs">
          {due !== null && (
            <Badge color={overdue ? 'red' : 'gray'} variant="light">
              {due}
            </Badge>
          )}
          {renewal && <Badge variant="light">{t('renewal')}</Badge>}
          {module.certification === 'expired' && module.expires_at !== null && (
            <Badge color="red" variant="light">
              {t('certificateExpired', { day: formatDay(lastLocalDayBefore(module.expires_at, timeZone)) })}
            </Badge>
          )}
          {paused && <Badge variant="default">{t('pausedForChanges')}</Badge>}
          {status === 'waiting' && <Badge variant="light">{waitingCycleInWords(module)}</Badge>}
        </Group>
        {status !== 'not_started' && (
          <Group gap="xs" wrap="nowrap">
            <Progress value={progress * 100} className={classes.bar} aria-label={t('progressIn', { title })} />
            <Text size="xs" c="dimmed">
              {formatPercent(progress)}
            </Text>
          </Group>
        )}
        <ContinueButton module={module} isFirst={isFirst} />
        <AssignmentReasons why={module.why} timeZone={timeZone} />
      </div>
    </li>
  );
}
