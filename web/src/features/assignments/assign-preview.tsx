import { List, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  type AssignmentPreview,
  AssignmentEffectOnPerson,
  type UpdateAssignment,
} from '@training/shared/assignments/assignments';
import type { ReactNode } from 'react';
import { locale } from '../../lib/i18n/language.ts';
import { formatDay } from '../../lib/i18n/in-words.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('assignments');

/** Milliseconds without a change before a preview is fetched. */
export const PREVIEW_DELAY_MS = 400;
export const MAX_NAMES_IN_PREVIEW = 5;

/** Previews who would gain or lose a module by a change of its assignment. Changes nothing. */
export function AssignmentChangePreview({ change }: { change: UpdateAssignment }) {
  const [asked] = useDebouncedValue(change, PREVIEW_DELAY_MS);
  const preview = trpc.assignments.preview.useQuery({
    change: 'update',
    ...asked,
    limit: MAX_NAMES_IN_PREVIEW,
    offset: 0,
  });
  return (
    <section aria-label={t('effectTitle')}>
      <PageState query={preview} what={t('thePreview')} loading={<Text size="sm">{t('loadingPreview')}</Text>}>
        {({ counts, weeks, people }) => (
          <>
            <AssignmentEffectCounts counts={counts} weeks={weeks} />
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

const AUDIENCES = new Intl.ListFormat(locale);

/** Returns what becomes of a person's training, and through which audiences. Someone chosen by name has none. */
export function effectOnPersonInWords(
  training: { person: string; module: string; outcome: AssignmentEffectOnPerson },
  through: string[],
): string {
  if (through.length === 0) return t('outcome', training);
  return t('outcomeThrough', { ...training, audiences: AUDIENCES.format(through) });
}

const strong = (chunks: ReactNode[]) => <strong>{chunks}</strong>;

/** Lists how many trainings have each outcome, and how many become due in each week. */
export function AssignmentEffectCounts({ counts, weeks }: Pick<AssignmentPreview, 'counts' | 'weeks'>) {
  const outcomes = AssignmentEffectOnPerson.options.filter((outcome) => (counts[outcome] ?? 0) > 0);
  return (
    <>
      {outcomes.length === 0 && <Text size="sm">{t('noOneMatchesYet')}</Text>}
      <List size="sm">
        {outcomes.map((outcome) => (
          <List.Item key={outcome}>{t.nodes('effect', { strong, count: counts[outcome] ?? 0, outcome })}</List.Item>
        ))}
        {weeks.map(({ from, due, already }) => (
          <List.Item key={from}>
            {already > 0
              ? t.nodes('weekMoreDue', { strong, day: formatDay(from), due, already })
              : t.nodes('weekDue', { strong, day: formatDay(from), due })}
          </List.Item>
        ))}
      </List>
    </>
  );
}
