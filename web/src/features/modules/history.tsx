import { Text } from '@mantine/core';
import type { ReviewRound } from '@training/shared/reviews/reviews';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { useEffect, useRef } from 'react';
import { Section } from '../../ui/pages/section.tsx';
import { Time } from '../../ui/time.tsx';
import { trpc } from '../../lib/api/trpc.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { SECTION_WORDS } from './module-words.ts';
import classes from './history.module.css';

/** Submissions and decisions of the module, with who, when and why. */
export function History({ rounds }: { rounds: ReviewRound[] }) {
  return (
    <Section title="History" description="Submissions and decisions, newest first.">
      {rounds.length === 0 ? (
        <Text c="dimmed">Submissions will appear here.</Text>
      ) : (
        <ol className={classes.rounds} aria-label="Rounds">
          {rounds.map((round) => (
            <li key={round.id} className={classes.round}>
              <Text fw={600}>Round {round.round}</Text>
              <Text c="dimmed">
                Submitted by {round.submitted_by}, <Time at={round.submitted_at} />
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
  return (
    <li>
      {section === null ? 'Module' : SECTION_WORDS[section].title} <strong>{verdict}</strong> by {by}, <Time at={at} />
      {reason !== null && (
        <>
          : “<bdi>{reason}</bdi>”
        </>
      )}
    </li>
  );
}

/** Queries the versions to compare with and the history. Refetches after each transition. */
export function useComparison({ id, round, workflow, status, flashcards, quiz }: ModuleDetail) {
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
export function ModuleHistory({ module }: { module: ModuleDetail }) {
  const comparison = useComparison(module);
  return (
    <div className={classes.history}>
      <PageState query={comparison} what="the history">
        {({ rounds }) => <History rounds={rounds} />}
      </PageState>
    </div>
  );
}
