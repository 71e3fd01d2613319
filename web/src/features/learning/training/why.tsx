import { Text } from '@mantine/core';
import type { AssignedBecause } from '@training/shared/learning/learning';
import { relativeTime } from '../../../lib/i18n/dates.ts';
import { dayInWords, localDayOf } from '../../../lib/i18n/in-words.ts';
import { roleName } from '../../../lib/roles.ts';
import classes from '../learning.module.css';

const FOR: Record<AssignedBecause['audience'], (name: string) => string> = {
  user: () => 'you',
  department: (name) => `everyone in ${name}`,
  role: (code) => `everyone with the role ${roleName(code)}`,
};

/** "Why am I assigned this", for an assigned module. */
export function Why({ why, timeZone }: { why: AssignedBecause[]; timeZone: string }) {
  if (why.length === 0) return null;
  return (
    <details className={classes.why}>
      <summary>Why am I assigned this?</summary>
      <ul>
        {why.map(({ assignment_id, audience, audience_name, by, since, covers_since }) => (
          <li key={assignment_id}>
            <Text size="sm">
              {by} assigned it to {FOR[audience](audience_name)}, {relativeTime(since)}.
              {localDayOf(covers_since, timeZone) > localDayOf(since, timeZone) &&
                ` It applies to you since ${dayInWords(localDayOf(covers_since, timeZone))}.`}
            </Text>
          </li>
        ))}
      </ul>
    </details>
  );
}
