import { Text } from '@mantine/core';
import type { CycleEnd, MyEnded } from '@training/shared/learning/learning';
import { relativeTime } from '../../../lib/dates.ts';
import { percent } from '../../../lib/in-words.ts';
import { counted } from '../../../lib/numbers.ts';
import { useWorkspace } from '../../../lib/workspace.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import classes from '../learning.module.css';

const ENDS: Record<CycleEnd, string> = {
  withdrawn: 'No longer assigned to you',
  waived: 'You were excused',
  replaced: 'Started again later',
};

/** Trainings that were started and ended without completion. */
export function Ended({ ended }: { ended: MyEnded[] }) {
  const { workspace } = useWorkspace();
  return (
    <ul className={classes.list} aria-label="Ended">
      {ended.map((cycle) => (
        <li key={cycle.enrollment_id} className={classes.module}>
          <span className={classes.emoji} aria-hidden="true">
            {cycle.course.emoji}
          </span>
          <div className={classes.words}>
            <TextLink
              to="/$workspace/training/$module"
              params={{ workspace: workspace.slug, module: cycle.module_id }}
              fw={600}
              className={classes.cover}
            >
              {cycle.title}
            </TextLink>
            <Text size="sm" c="dimmed">
              {[
                ENDS[cycle.end],
                cycle.attempts > 0 && counted(cycle.attempts, 'attempt'),
                cycle.best_score !== null && percent(cycle.best_score),
                `last active ${relativeTime(cycle.last_activity_at)}`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </div>
        </li>
      ))}
    </ul>
  );
}
