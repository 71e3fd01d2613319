import { Button, VisuallyHidden } from '@mantine/core';
import {
  IconCertificate,
  IconCircle,
  IconCircleCheckFilled,
  IconClockExclamation,
  IconKey,
  IconKeyOff,
} from '@tabler/icons-react';
import type {
  SuperAdminAttentionItems,
  FailingProviderKey,
  OverviewOfRole,
  PersonOverdueOrExpiring,
  WorkspaceSetUpChecklist,
  WorkspaceSetUpStep,
  UnusedApiToken,
} from '@training/shared/overview/overview';
import { AI_PROVIDER_TRAITS } from '@training/shared/provider-keys/provider-keys';
import { UNUSED_TOKEN_DAYS } from '@training/shared/tokens/tokens';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { joinWithDots, formatDay } from '../../../lib/i18n/in-words.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { TimeAgo } from '../../../ui/time.tsx';
import { notifyWithUndo } from '../../../ui/undo-notification.tsx';
import { API_TOKENS_ANCHOR, PROVIDER_KEYS_ANCHOR } from '../../settings/anchors.ts';
import { OverviewRow, OverviewList, EmptyList, ReviewLine } from '../lines.tsx';
import classes from '../overview.module.css';
import { OverviewPanel, formatCappedCount } from '../panel.tsx';
import { TrainingProgressFigure } from '../training-progress-figure.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('overview');
const names = translatorOf('ai-names');

/** The open and completed set-up steps. It disappears with the last step, or when dismissed. */
function SetUpList({ steps }: { steps: WorkspaceSetUpChecklist }) {
  const utils = trpc.useUtils();
  const putting = trpc.overview.putSetUpAway.useMutation();
  const done = steps.filter((step) => step.done).length;
  const putAway = async () => {
    await putting.mutateAsync({ away: true });
    await utils.overview.read.invalidate();
    notifyWithUndo(t('setUpListWas'), async () => {
      await utils.client.overview.putSetUpAway.mutate({ away: false });
      await utils.overview.read.invalidate();
      return t('setUpListBack');
    });
  };
  return (
    <OverviewPanel
      title={t('setUpWorkspace')}
      more={
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          loading={putting.isPending}
          onClick={() => void putAway().catch(() => undefined)}
        >
          {t('hide')}
        </Button>
      }
    >
      {putting.error !== null && (
        <FailedState what={t('failedToHideList')} problem={toDisplayableProblem(putting.error)} />
      )}
      <div className={classes.more}>{t('doneOf', { done, total: steps.length })}</div>
      <OverviewList label={t('setUpWorkspace')}>
        {steps.map(({ step, done }) => (
          <li key={step} className={classes.line}>
            {done ? (
              <IconCircleCheckFilled size={18} aria-hidden />
            ) : (
              <IconCircle size={18} stroke={1.75} aria-hidden />
            )}
            <div className={classes.words}>
              <Step step={step} done={done} />
            </div>
          </li>
        ))}
      </OverviewList>
    </OverviewPanel>
  );
}

interface StepPlace {
  to:
    | '/$workspace/settings'
    | '/$workspace/settings/notifications'
    | '/$workspace/settings/workspace'
    | '/$workspace/people'
    | '/$workspace/courses';
  hash?: string;
}

const STEPS: Record<WorkspaceSetUpStep, StepPlace> = {
  ai: { to: '/$workspace/settings', hash: PROVIDER_KEYS_ANCHOR },
  people: { to: '/$workspace/people' },
  course: { to: '/$workspace/courses' },
  token: { to: '/$workspace/settings', hash: API_TOKENS_ANCHOR },
  channel: { to: '/$workspace/settings/notifications' },
  time_zone: { to: '/$workspace/settings/workspace' },
};

/** A completed step has no link. */
function Step({ step, done }: { step: WorkspaceSetUpStep; done: boolean }) {
  const { to, hash } = STEPS[step];
  const title = t(`step.${step}`);
  if (!done) {
    return (
      <TextLink to={to} {...(hash !== undefined && { hash })}>
        {title}
      </TextLink>
    );
  }
  return (
    <span className={classes.done}>
      {t.nodes('doneStep', { title, hidden: (text) => <VisuallyHidden>{text}</VisuallyHidden> })}
    </span>
  );
}

/** Problems for a super admin, late learners, and open set-up steps. */
export function SuperAdminOverview({ overview }: { overview: OverviewOfRole<'super_admin'> }) {
  const { attention, behind, set_up, standing } = overview;
  return (
    <div className={classes.columns}>
      <div className={classes.column}>
        <NeedsAttention attention={attention} />
        <PeopleBehind behind={behind} />
      </div>
      <div className={classes.column}>
        {set_up !== null && <SetUpList steps={set_up} />}
        <TrainingProgressFigure standing={standing} title={t('trainingInWorkspace')} />
      </div>
    </div>
  );
}

function NeedsAttention({
  attention: { failing_keys, reviews, unused_tokens },
}: {
  attention: SuperAdminAttentionItems;
}) {
  const isCalm = failing_keys.length + reviews.lines.length + unused_tokens.lines.length === 0;
  return (
    <OverviewPanel
      title={t('needsAttention')}
      more={
        reviews.total > 1 && (
          <TextLink to="/$workspace/reviews">{t('allReviews', { count: formatCappedCount(reviews.total) })}</TextLink>
        )
      }
    >
      {isCalm ? (
        <EmptyList>{t('noFailingKeysWaiting')}</EmptyList>
      ) : (
        <OverviewList label={t('needsAttention')}>
          {failing_keys.map((key) => (
            <KeyLine key={key.capability} failing={key} />
          ))}
          {reviews.lines.map((review) => (
            <ReviewLine key={review.module_id} review={review} isOldest />
          ))}
          {unused_tokens.lines.map((token) => (
            <TokenLine key={token.id} token={token} />
          ))}
        </OverviewList>
      )}
    </OverviewPanel>
  );
}

function KeyLine({ failing: { capability, provider, since, outcome, parked_jobs } }: { failing: FailingProviderKey }) {
  const facts = [
    outcome === null ? t('serverCantDecrypt') : names(`outcome.${outcome}`),
    parked_jobs > 0 && t('jobsWait', { count: parked_jobs }),
  ];
  return (
    <OverviewRow
      urgent
      icon={IconKeyOff}
      link={
        <TextLink to="/$workspace/settings" hash={PROVIDER_KEYS_ANCHOR}>
          {t('keyDoesntWork', {
            provider: AI_PROVIDER_TRAITS[provider].label,
            capability: names(`capability.${capability}`),
          })}
        </TextLink>
      }
      more={joinWithDots(facts)}
      at={since}
    />
  );
}

function TokenLine({ token: { name, last_used_at } }: { token: UnusedApiToken }) {
  return (
    <OverviewRow
      icon={IconKey}
      link={
        <TextLink to="/$workspace/settings" hash={API_TOKENS_ANCHOR}>
          {t('unusedToken', { name, days: UNUSED_TOKEN_DAYS })}
        </TextLink>
      }
      more={last_used_at === null ? t('neverUsed') : t.nodes('lastUsed', { at: () => <TimeAgo at={last_used_at} /> })}
    />
  );
}

function PeopleBehind({ behind }: { behind: PersonOverdueOrExpiring[] }) {
  return (
    <OverviewPanel
      title={t('overdueAndExpiring')}
      more={
        <TextLink to="/$workspace/analytics" search={{ list: 'overdue' }}>
          {t('viewAll')}
        </TextLink>
      }
    >
      {behind.length === 0 ? (
        <EmptyList>{t('everyoneTimeOverdue')}</EmptyList>
      ) : (
        <OverviewList label={t('overdueAndExpiring')}>
          {behind.map(({ enrollment_id, user_id, full_name, module, list, day }) => (
            <OverviewRow
              key={`${list} ${enrollment_id}`}
              urgent={list === 'overdue'}
              icon={list === 'overdue' ? IconClockExclamation : IconCertificate}
              link={
                <TextLink to="/$workspace/people/$person" params={{ person: user_id }}>
                  {full_name}
                </TextLink>
              }
              more={module}
              when={t(list === 'overdue' ? 'due' : 'expires', { day: formatDay(day) })}
            />
          ))}
        </OverviewList>
      )}
    </OverviewPanel>
  );
}
