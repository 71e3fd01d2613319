import { Text } from '@mantine/core';
import type { ReviewRound } from '@training/shared/reviews/reviews';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { type ReactNode, useEffect, useRef } from 'react';
import { Section } from '../../ui/pages/section.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { trpc } from '../../lib/api/trpc.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { sectionTitleOf } from './module-words.ts';
import classes from './history.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('modules');

/** Submissions and decisions of the module, with who, when and why. */
export function SubmissionHistory({ rounds }: { rounds: ReviewRound[] }) {
  return (
    <Section title={t('history')} description={t('submissionsDecisions')}>
      {rounds.length === 0 ? (
        <Text c="dimmed">{t('submissionsWillAppear')}</Text>
      ) : (
        <ol className={classes.rounds} aria-label={t('rounds')}>
          {rounds.map((round) => (
            <li key={round.id} className={classes.round}>
              <Text fw={600}>{t('round', { round: round.round })}</Text>
              <Text c="dimmed">
                {t.nodes('submittedBy', { name: round.submitted_by, at: () => <TimeAgo at={round.submitted_at} /> })}
              </Text>
              {round.decisions.length > 0 && (
                <ul className={classes.decisions}>
                  {round.decisions.map((decision) => (
                    <Decision key={[decision.at, decision.section, decision.verdict].join()} decision={decision} />
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}

function Decision({ decision: { section, verdict, by, at, reason } }: { decision: ReviewRound['decisions'][number] }) {
  const values = {
    subject: section === null ? t('module') : sectionTitleOf(section),
    verdict,
    name: by,
    reason: reason ?? '',
    hasReason: reason === null ? 'no' : 'yes',
    strong: (text: ReactNode) => <strong>{text}</strong>,
    at: () => <TimeAgo at={at} />,
    bdi: (text: ReactNode) => <bdi>{text}</bdi>,
  };
  return <li>{t.nodes('decision', values)}</li>;
}

/** Queries the versions to compare with and the history. Refetches after each transition. */
export function useReviewComparison({ id, round, workflow, status, flashcards, quiz }: ModuleDetail) {
  const standing = [round, workflow, status, flashcards.state, quiz.state].join(' ');
  const comparison = trpc.reviews.compare.useQuery({ module_id: id });
  const { refetch } = comparison;
  const last = useRef(standing);
  useEffect(() => {
    if (last.current === standing) return;
    last.current = standing;
    void refetch();
  }, [standing, refetch]);
  return comparison;
}

/** The outcome of each submission, for authors the same as for reviewers. */
export function ModuleReviewHistory({ module }: { module: ModuleDetail }) {
  const comparison = useReviewComparison(module);
  return (
    <div className={classes.history}>
      <PageState query={comparison} what={t('theHistory')}>
        {({ rounds }) => <SubmissionHistory rounds={rounds} />}
      </PageState>
    </div>
  );
}
