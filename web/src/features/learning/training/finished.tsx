import classes from '../learning.module.css';
import { Badge, Group, Text } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import type { MyCompletedCycle, MyEndedCycle } from '@training/shared/learning/learning';
import { formatRelativeTime } from '../../../lib/i18n/dates.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { attestedInWords } from './attested-words.ts';
import { CertificateLink } from './certificate-link.tsx';
import { joinWithDots, formatDay, localDayOf, formatPercent } from '../../../lib/i18n/in-words.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('learning');

/** Trainings that ended without completion, begun or taken away by a move. */
export function EndedTrainings({ ended, timeZone }: { ended: MyEndedCycle[]; timeZone: string }) {
  return (
    <ul className={classes.list} aria-label={t('ended')}>
      {ended.map((cycle) => (
        <li key={cycle.enrollment_id} className={classes.module}>
          <span className={classes.emoji} aria-hidden="true">
            {cycle.course.emoji}
          </span>
          <div className={classes.words}>
            <TextLink
              to="/$workspace/training/$module"
              params={{ module: cycle.module_id }}
              fw={600}
              className={classes.cover}
            >
              {cycle.title}
            </TextLink>
            <Text size="sm" c="dimmed">
              {joinWithDots([
                endInWords(cycle, timeZone),
                cycle.attempts > 0 && t('attemptCount', { count: cycle.attempts }),
                cycle.best_score !== null && t('bestScore', { score: formatPercent(cycle.best_score) }),
                cycle.begun && t('lastActive', { time: formatRelativeTime(cycle.last_activity_at) }),
              ])}
            </Text>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Returns what ended a training, and what becomes of its progress: it can be gone on with unless it was replaced. */
function endInWords(ended: MyEndedCycle, timeZone: string): string {
  const { end, begun, withdrawn_at, left_department, department } = ended;
  if (end !== 'withdrawn') return end === 'waived' ? t('excused') : t('startedAgainLater');
  if (withdrawn_at === null) return t('noLongerRequired');
  const day = formatDay(localDayOf(withdrawn_at, timeZone));
  if (!begun) {
    return department === null
      ? t('noLongerAskedSinceLeft', { department: left_department ?? '', day })
      : t('noLongerAskedSinceMoved', { department, day });
  }
  return left_department === null
    ? t('noLongerRequiredSince', { day })
    : t('noLongerRequiredSinceLeft', { department: left_department, day });
}

/** Completed trainings, each with its certificate. */
export function CompletedTrainings({
  results,
  today,
  timeZone,
}: {
  results: MyCompletedCycle[];
  today: string;
  timeZone: string;
}) {
  return (
    <ul className={classes.list} aria-label={t('results')}>
      {results.map((result) => (
        <li key={result.enrollment_id} className={classes.module}>
          <IconCertificate size={22} stroke={1.5} aria-hidden />
          <div className={classes.words}>
            <TextLink to="/$workspace/training/$module" params={{ module: result.module_id }} fw={600}>
              {result.title}
            </TextLink>
            <Text size="sm" c="dimmed">
              {joinWithDots([
                ...resultInWords(result, timeZone),
                result.cycle > 1 && t('nthTime', { number: result.cycle }),
              ])}
            </Text>
            <Group gap="xs">
              <Validity result={result} today={today} />
              <CertificateLink
                enrollment={result.enrollment_id}
                title={result.title}
                isAttested={result.attested !== null}
              />
            </Group>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Returns the day of completion, and the score with the day of its attempt if that is another one. */
function resultInWords({ completed_at, passed_at, score, attested }: MyCompletedCycle, timeZone: string): string[] {
  if (attested !== null) return [attestedInWords(attested)];
  const day = (moment: string) => formatDay(localDayOf(moment, timeZone));
  const completed = t('completedDay', { day: day(completed_at) });
  if (score === null) return [completed];
  const isOther = passed_at !== null && day(passed_at) !== day(completed_at);
  return [
    completed,
    isOther ? t('scoreInAttemptOf', { score: formatPercent(score), day: day(passed_at) }) : formatPercent(score),
  ];
}

function Validity({ result: { expires_on }, today }: { result: MyCompletedCycle; today: string }) {
  if (expires_on === null) return null;
  return expires_on < today ? (
    <Badge color="red" variant="light">
      {t('expiredOn', { day: formatDay(expires_on) })}
    </Badge>
  ) : (
    <Badge variant="default">{t('validUntil', { day: formatDay(expires_on) })}</Badge>
  );
}
