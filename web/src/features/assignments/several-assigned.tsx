import { List, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { AssignSeveral } from '@training/shared/assignments/assign-several';
import { keepPreviousData } from '@tanstack/react-query';
import { counted } from '../../lib/numbers.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { OUTCOME_WORDS } from './assignment-words.ts';
import { EffectInWords, PREVIEW_PAUSE, SHOWN_IN_PREVIEW } from './assign-preview.tsx';
import { type Chosen, nameOfAudience } from './chosen.ts';
import { RefusalList } from './refusals.tsx';

interface SeveralAssignedProps {
  change: AssignSeveral;
  /** The selected audiences, by which the reasons are named. */
  audiences: readonly Chosen[];
}

/** Previews who gets which module and why, who has it already, and what would be refused. Changes nothing. */
export function SeveralAssigned({ change, audiences }: SeveralAssignedProps) {
  const [asked] = useDebouncedValue(change, PREVIEW_PAUSE);
  const preview = trpc.assignments.previewSeveral.useQuery(
    { ...asked, limit: SHOWN_IN_PREVIEW, offset: 0 },
    { placeholderData: keepPreviousData },
  );
  return (
    <section aria-label="What this does">
      <PageState query={preview} what="the preview" loading={<Text size="sm">Loading preview…</Text>}>
        {({ assignments, counts, weeks, trainings, total, refused }) => (
          <>
            {assignments > 1 && (
              <Text size="sm">{counted(assignments, 'assignment')}, one for each module and audience:</Text>
            )}
            <EffectInWords counts={counts} weeks={weeks} />
            <List size="sm" c="dimmed" listStyleType="none" mt={4}>
              {trainings.map(({ user_id, full_name, module_id, module, outcome, through }) => (
                <List.Item key={`${user_id} ${module_id}`}>
                  {full_name}: {module}, {OUTCOME_WORDS[outcome]}
                  {reasonInWords(
                    through.filter(({ kind }) => kind !== 'user').map((to) => nameOfAudience(to, audiences)),
                  )}
                </List.Item>
              ))}
              {total > trainings.length && (
                <List.Item>and {counted(total - trainings.length, 'more training')}</List.Item>
              )}
            </List>
            {refused.length > 0 && (
              <>
                <Text size="sm" fw={500} mt="xs">
                  Not assigned
                </Text>
                <RefusalList
                  refused={refused.slice(0, SHOWN_IN_PREVIEW).map(({ module_id, module, to, refused: { detail } }) => ({
                    key: `${module_id} ${JSON.stringify(to)}`,
                    name: nameOfAudience(to, audiences),
                    about: module,
                    why: detail,
                  }))}
                />
                {refused.length > SHOWN_IN_PREVIEW && (
                  <Text size="sm">and {refused.length - SHOWN_IN_PREVIEW} more</Text>
                )}
              </>
            )}
          </>
        )}
      </PageState>
    </section>
  );
}

/** Returns ", through Transport and Warehouse", or nothing for who was chosen by name. */
function reasonInWords(names: readonly string[]): string {
  return names.length === 0 ? '' : `, through ${names.join(' and ')}`;
}
