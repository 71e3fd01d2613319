import { List, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type AssignmentPreview, Outcome, type UpdateAssignment } from '@training/shared/assignments/assignments';
import { dayInWords } from '../../lib/in-words.ts';
import { inFull } from '../../lib/numbers.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { OUTCOME_WORDS } from './assignment-words.ts';

/** Milliseconds without a change before a preview is fetched. */
export const PREVIEW_PAUSE = 400;
/** The number of names shown. */
export const SHOWN_IN_PREVIEW = 5;

/** Previews who would gain or lose a module by a change of its assignment. Changes nothing. */
export function AssignPreview({ change }: { change: UpdateAssignment }) {
  const [asked] = useDebouncedValue(change, PREVIEW_PAUSE);
  const preview = trpc.assignments.preview.useQuery({
    change: 'update',
    ...asked,
    limit: SHOWN_IN_PREVIEW,
    offset: 0,
  });
  return (
    <section aria-label="What this does">
      <PageState query={preview} what="the preview" loading={<Text size="sm">Loading preview…</Text>}>
        {({ counts, weeks, people }) => (
          <>
            <EffectInWords counts={counts} weeks={weeks} />
            {people.length > 0 && (
              <Text size="sm" c="dimmed">
                {people.map(({ full_name }) => full_name).join(', ')}
              </Text>
            )}
          </>
        )}
      </PageState>
    </section>
  );
}

/** Lists how many trainings have each outcome, and how many become due in each week. */
export function EffectInWords({ counts, weeks }: Pick<AssignmentPreview, 'counts' | 'weeks'>) {
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
    </>
  );
}
