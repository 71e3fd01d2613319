import { Text } from '@mantine/core';
import type { AssignmentReason } from '@training/shared/learning/learning';
import { formatRelativeTime } from '../../../lib/i18n/dates.ts';
import { formatDay, localDayOf } from '../../../lib/i18n/in-words.ts';
import { roleNameOf } from '../../../lib/roles.ts';
import classes from '../learning.module.css';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('learning');

/** "Why am I assigned this", for an assigned module. */
export function AssignmentReasons({ why, timeZone }: { why: AssignmentReason[]; timeZone: string }) {
  if (why.length === 0) return null;
  return (
    <details className={classes.why}>
      <summary>{t('whyAssigned')}</summary>
      <ul>
        {why.map(({ assignment_id, audience, audience_name, by, since, covers_since }) => (
          <li key={assignment_id}>
            <Text size="sm">
              {t('assignedTo', {
                by,
                audience,
                name: audience === 'role' ? roleNameOf(audience_name) : audience_name,
                time: formatRelativeTime(since),
              })}
              {localDayOf(covers_since, timeZone) > localDayOf(since, timeZone) &&
                ` ${t('appliesSince', { day: formatDay(localDayOf(covers_since, timeZone)) })}`}
            </Text>
          </li>
        ))}
      </ul>
    </details>
  );
}
