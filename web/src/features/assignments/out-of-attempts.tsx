import { Title } from '@mantine/core';
import type { OutOfAttempts } from '@training/shared/assignments/assignments';
import { useState } from 'react';
import { relativeTime } from '../../lib/dates.ts';
import { percent } from '../../lib/in-words.ts';
import { inFull } from '../../lib/numbers.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { RowButton } from '../../ui/lists/row-button.tsx';
import { TwoLines } from '../../ui/lists/two-lines.tsx';
import { OpenAttemptsDialog } from './open-attempts-dialog.tsx';
import classes from './out-of-attempts.module.css';

const SHOWN = 25;

/** People who have used all attempts and can't continue without a trainer. Renders nothing if there are none. */
export function OutOfAttemptsList() {
  const [opening, setOpening] = useState<OutOfAttempts | null>(null);
  const stuck = trpc.assignments.outOfAttempts.useQuery({ limit: SHOWN });
  const { people = [], total = 0 } = stuck.data ?? {};
  return (
    <>
      {people.length > 0 && (
        <section className={classes.section} aria-labelledby="out-of-attempts">
          <Title order={2} size="h4" id="out-of-attempts" mb="xs">
            Out of attempts {total > people.length ? `(${people.length} of ${inFull(total)})` : `(${total})`}
          </Title>
          <DataTable
            label="people out of attempts"
            columns={[...COLUMNS, actions(setOpening)]}
            rows={people}
            rowKey={({ enrollment_id }) => enrollment_id}
          />
        </section>
      )}
      <OpenAttemptsDialog person={opening} onClose={() => setOpening(null)} />
    </>
  );
}

const COLUMNS: Column<OutOfAttempts>[] = [
  {
    key: 'person',
    header: 'Person',
    cell: ({ full_name, department }) => <TwoLines below={department}>{full_name}</TwoLines>,
  },
  { key: 'module', header: 'Module', cell: ({ module, course }) => <TwoLines below={course}>{module}</TwoLines> },
  { key: 'attempts', header: 'Attempts', align: 'end', cell: ({ attempts_allowed }) => inFull(attempts_allowed) },
  {
    key: 'best',
    header: 'Best',
    align: 'end',
    cell: ({ best_score }) => (best_score === null ? '–' : percent(best_score)),
  },
  {
    key: 'since',
    header: 'Since',
    nowrap: true,
    isWideOnly: true,
    cell: ({ last_activity_at }) => (last_activity_at === null ? '' : relativeTime(last_activity_at)),
  },
];

const actions = (open: (person: OutOfAttempts) => void): Column<OutOfAttempts> => ({
  key: 'actions',
  header: 'Actions',
  headerHidden: true,
  align: 'end',
  cell: (person) => (
    <RowButton aria-label={`Open attempts for ${person.full_name}`} onClick={() => open(person)}>
      Open attempts
    </RowButton>
  ),
});
