import { List, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type CreateAssignment, Outcome, type UpdateAssignment } from '@training/shared/assignments/assignments';
import { dayInWords } from '../../lib/in-words.ts';
import { inFull } from '../../lib/numbers.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { OUTCOME_WORDS } from './assignment-words.ts';

const PAUSE = 400;
/** The number of names shown. */
const SHOWN = 5;

type Change = ({ change: 'create' } & CreateAssignment) | ({ change: 'update' } & UpdateAssignment);

/** Previews who would gain or lose a module, and how many trainings would become due in each week. Changes nothing. */
export function AssignPreview({ change }: { change: Change }) {
  const [asked] = useDebouncedValue(change, PAUSE);
  const preview = trpc.assignments.preview.useQuery({ ...asked, limit: SHOWN, offset: 0 });
  return (
    <section aria-label="What this does">
      <PageState query={preview} what="the preview" loading={<Text size="sm">Loading preview…</Text>}>
        {({ counts, weeks, people }) => {
          const outcomes = Outcome.options.filter((outcome) => (counts[outcome] ?? 0) > 0);
          return (
            <>
              {outcomes.length === 0 && <Text size="sm">No one matches this yet.</Text>}
              <List size="sm">
                {outcomes.map((outcome) => (
                  <List.Item key={outcome}>
                    <strong>{inFull(counts[outcome] ?? 0)}</strong> {OUTCOME_WORDS[outcome]}
                  </List.Item>
                ))}
                {weeks.map(({ from, due, already }) => (
                  <List.Item key={from}>
                    Week of {dayInWords(from)}: <strong>{inFull(due)}</strong> {already > 0 ? 'more due' : 'due'}
                    {already > 0 && `, on top of ${inFull(already)}`}
                  </List.Item>
                ))}
              </List>
              {people.length > 0 && (
                <Text size="sm" c="dimmed">
                  {people.map(({ full_name }) => full_name).join(', ')}
                </Text>
              )}
            </>
          );
        }}
      </PageState>
    </section>
  );
}
