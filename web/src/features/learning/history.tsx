import { Text, Title } from '@mantine/core';
import type { AttemptSummary } from '@training/shared/learning/attempts';
import type { MessageKey } from '@training/shared/i18n/translator';
import type { MyModuleHistory, CycleWithActivity } from '@training/shared/learning/learning';
import { joinWithDots, formatDay, localDayOf, formatPercent } from '../../lib/i18n/in-words.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './learning.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('learning');

/** All attempts at a module, including those of ended trainings. Each can be read again and appealed. */
export function AttemptHistory({ moduleId }: { moduleId: string }) {
  const history = trpc.learning.history.useQuery({ module_id: moduleId });
  return (
    <PageState query={history} what={t('theAttempts')} loading={<></>}>
      {(found) => <Cycles history={found} />}
    </PageState>
  );
}

function Cycles({ history }: { history: MyModuleHistory }) {
  const cycles = history.cycles.filter(({ attempts }) => attempts.length > 0);
  if (cycles.length === 0) return null;
  return (
    <section aria-label={t('yourAttempts')}>
      <Title order={2} size="h5">
        {t('yourAttempts')}
      </Title>
      {cycles.map((cycle) => (
        <div key={cycle.enrollment_id} className={classes.cycle}>
          {cycles.length > 1 || cycle.end !== null ? (
            <Text size="sm" c="dimmed">
              {inWords(cycle, history.time_zone)}
            </Text>
          ) : null}
          <ul className={classes.list}>
            {cycle.attempts.map((attempt) => (
              <OneAttempt key={attempt.id} attempt={attempt} history={history} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function inWords({ started_at, completed_at, end }: CycleWithActivity, timeZone: string): string {
  const day = (moment: string) => formatDay(localDayOf(moment, timeZone));
  const values =
    completed_at === null ? { end: end ?? 'open', completed: '' } : { end: 'completed', completed: day(completed_at) };
  return started_at === null ? t('pastCycle', values) : t('pastCycleStarted', { ...values, started: day(started_at) });
}

const STATES = {
  open: 'notFinished',
  waiting: 'notGradedYet',
  passed: 'passed',
  failed: 'notPassed',
  superseded: 'notFinished',
} as const satisfies Record<AttemptSummary['state'], MessageKey<'learning'>>;

interface OneAttemptProps {
  attempt: AttemptSummary;
  history: MyModuleHistory;
}

function OneAttempt({ attempt: { id, number, state, score, started_at, ended_at }, history }: OneAttemptProps) {
  const outcome = [
    t(STATES[state]),
    score !== null && formatPercent(score),
    formatDay(localDayOf(ended_at ?? started_at, history.time_zone)),
  ];
  return (
    <li className={classes.module}>
      <div className={classes.words}>
        <TextLink
          to="/$workspace/training/$module"
          params={{ module: history.module_id }}
          search={{ attempt: id }}
          fw={600}
          className={classes.cover}
        >
          {t('attemptNumber', { number })}
        </TextLink>
        <Text size="sm" c="dimmed">
          {joinWithDots(outcome)}
        </Text>
      </div>
    </li>
  );
}
