import { Text } from '@mantine/core';
import type { ReviewRound } from '@training/shared/reviews/reviews';
import { Section } from '../../ui/pages/section.tsx';
import { Time } from '../../ui/time.tsx';
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
              <ul className={classes.decisions}>
                {round.decisions.map((decision) => (
                  <Decision key={[decision.at, decision.section, decision.verdict].join()} decision={decision} />
                ))}
              </ul>
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
