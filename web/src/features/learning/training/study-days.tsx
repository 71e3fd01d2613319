import { Text } from '@mantine/core';
import { trpc } from '../../../lib/api/trpc.ts';
import { counted } from '../../../lib/numbers.ts';

/** The reader's days of study in a row, from the second day on; nothing while it loads, or for none. */
export function StudyDaysNote() {
  const time_zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { data } = trpc.learning.days.useQuery({ time_zone });
  if (data === undefined || data.days < 2) return null;
  const row = counted(data.days, 'day');
  return (
    <Text size="sm" c="dimmed" mb="md">
      {data.today ? `You’ve studied ${row} in a row. Well done.` : `You studied ${row} in a row, until yesterday.`} Only
      you see this.
    </Text>
  );
}
