import classes from '../learning.module.css';
import { Badge, Group, Text } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import type { MyResult, CycleEnd, MyEnded } from '@training/shared/learning/learning';
import { relativeTime } from '../../../lib/i18n/dates.ts';
import { useWorkspace } from '../../../lib/workspace.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { CertificateLink } from './certificate-link.tsx';
import { dayInWords, localDayOf, percent } from '../../../lib/i18n/in-words.ts';
import { counted } from '../../../lib/i18n/numbers.ts';

const ENDS: Record<CycleEnd, string> = {
  withdrawn: 'No longer required',
  waived: 'You were excused',
  replaced: 'Started again later',
};

/** Trainings that ended without completion, begun or taken away by a move. */
export function Ended({ ended, timeZone }: { ended: MyEnded[]; timeZone: string }) {
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
                endInWords(cycle, timeZone),
                cycle.attempts > 0 && counted(cycle.attempts, 'attempt'),
                cycle.best_score !== null && `best score ${percent(cycle.best_score)}`,
                cycle.begun && `last active ${relativeTime(cycle.last_activity_at)}`,
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

/** Returns what ended a training, and what becomes of its progress: it can be gone on with unless it was replaced. */
function endInWords(ended: MyEnded, timeZone: string): string {
  const { end, begun, withdrawn_at, left_department, department } = ended;
  if (end !== 'withdrawn') return ENDS[end];
  if (withdrawn_at === null) return `${ENDS[end]}; your progress stays`;
  const day = dayInWords(localDayOf(withdrawn_at, timeZone));
  if (!begun) {
    const moved = department === null ? `left ${left_department}` : `moved to ${department}`;
    return `No longer asked of you since you ${moved} on ${day}`;
  }
  const since = left_department === null ? `since ${day}` : `since you left ${left_department} on ${day}`;
  return `${ENDS[end]} ${since}; your progress stays`;
}

/** Completed trainings, each with its certificate. */
export function Results({ results, today, timeZone }: { results: MyResult[]; today: string; timeZone: string }) {
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
              {[...resultInWords(result, timeZone), result.cycle > 1 && `${ordinal(result.cycle)} time`]
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

/** Returns the day of completion, and the score with the day of its attempt if that is another one. */
function resultInWords({ completed_at, passed_at, score }: MyResult, timeZone: string): string[] {
  const day = (moment: string) => dayInWords(localDayOf(moment, timeZone));
  const completed = `Completed ${day(completed_at)}`;
  if (score === null) return [completed];
  const isOther = passed_at !== null && day(passed_at) !== day(completed_at);
  return [completed, isOther ? `${percent(score)} in the attempt of ${day(passed_at)}` : percent(score)];
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
