import classes from '../learning.module.css';
import { Badge, Group, Text } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import type { MyResult, CycleEnd, MyEnded } from '@training/shared/learning/learning';
import { relativeTime } from '../../../lib/dates.ts';
import { useWorkspace } from '../../../lib/workspace.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { CertificateLink } from './certificate-link.tsx';
import { dayInWords, percent } from '../../../lib/in-words.ts';
import { counted } from '../../../lib/numbers.ts';

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

/** Completed trainings, each with its certificate. */
export function Results({ results, today }: { results: MyResult[]; today: string }) {
  const { workspace } = useWorkspace();
  return (
    <ul className={classes.list} aria-label="Results">
      {results.map((result) => (
        <li key={result.enrollment_id} className={classes.module}>
          <IconCertificate size={22} stroke={1.5} aria-hidden />
          <div className={classes.words}>
            <TextLink
              to="/$workspace/training/$module"
              params={{ workspace: workspace.slug, module: result.module_id }}
              fw={600}
            >
              {result.title}
            </TextLink>
            <Text size="sm" c="dimmed">
              {[
                `Completed ${relativeTime(result.completed_at)}`,
                result.score !== null && percent(result.score),
                result.cycle > 1 && `${ordinal(result.cycle)} time`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </Text>
            <Group gap="xs">
              <Validity result={result} today={today} />
              <CertificateLink workspace={workspace.slug} enrollment={result.enrollment_id} title={result.title} />
            </Group>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Validity({ result: { expires_on }, today }: { result: MyResult; today: string }) {
  if (expires_on === null) return null;
  return expires_on < today ? (
    <Badge color="red" variant="light">
      Expired on {dayInWords(expires_on)}
    </Badge>
  ) : (
    <Badge variant="default">Valid until {dayInWords(expires_on)}</Badge>
  );
}

const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
const rules = new Intl.PluralRules('en', { type: 'ordinal' });
const ordinal = (n: number) => `${n}${ENDINGS[rules.select(n)] ?? 'th'}`;
