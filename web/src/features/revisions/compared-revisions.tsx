import { Group, NativeSelect } from '@mantine/core';
import type { Flashcard, Question } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { ComparedSettings, type ReviewedModuleSettings } from '../reviews/compare/compared-settings.tsx';
import { ComparedSectionItems } from '../reviews/compare/section-items.tsx';
import type { RevisionSearchParams } from './revision-search.ts';

const t = translatorOf('revisions');

const CHOICE = 'compared-revision';

/** Moves the focus to the choice of what is compared. */
export function focusComparison(): void {
  const choice = document.getElementById(CHOICE);
  choice?.scrollIntoView({ block: 'center' });
  choice?.focus({ preventScroll: true });
}

/** A module's content and settings at a point in time. */
export type RevisionSnapshot = ReviewedModuleSettings & { flashcards: Flashcard[]; quiz: Question[] };

export function workingCopySnapshotOf({ flashcards, quiz, ...settings }: ModuleDetail): RevisionSnapshot {
  return { ...settings, flashcards: flashcards.cards, quiz: quiz.questions };
}

/** Queries the content of a revision, which never changes. Null: none. */
export function useRevisionContent(module_id: string, number: number | null) {
  return trpc.reviews.revision.useQuery(
    { module_id, number: number ?? 1 },
    { enabled: number !== null, staleTime: Number.POSITIVE_INFINITY },
  );
}

interface ComparedRevisionsProps {
  module: ModuleDetail;
  /** The number of revisions, and thus that of the newest. */
  total: number;
  search: RevisionSearchParams;
  onChoose: (change: RevisionSearchParams) => void;
}

/** Two revisions, or a revision and the working copy, compared as in a review. */
export function ComparedRevisions({ module, total, search, onChoose }: ComparedRevisionsProps) {
  const hasCopy = module.workflow !== null;
  const newest = hasCopy ? null : total;
  const to = search.to !== undefined && search.to <= total ? search.to : newest;
  const from = search.from !== undefined && search.from <= total ? search.from : Math.max(1, (to ?? total + 1) - 1);
  const numbers = Array.from({ length: total }, (_, index) => total - index);
  const versions = numbers.map((number) => ({ value: String(number), label: t('versionNumber', { number }) }));
  const choices = hasCopy ? [{ value: '', label: t('workingCopy') }, ...versions] : versions;
  const [before, after] = [useRevisionContent(module.id, from), useRevisionContent(module.id, to)];
  return (
    <Section title={t('comparison')}>
      <Group gap="md" mb="md" align="flex-end">
        <NativeSelect
          id={CHOICE}
          label={t('compare')}
          data={versions}
          value={String(from)}
          onChange={({ currentTarget }) => onChoose({ from: Number(currentTarget.value), to: to ?? undefined })}
        />
        <NativeSelect
          label={t('compareTo')}
          data={choices}
          value={to === null ? '' : String(to)}
          onChange={({ currentTarget }) => onChoose({ from, to: Number(currentTarget.value) || undefined })}
        />
      </Group>
      <PageState query={before} what={t('theVersions')}>
        {(old) =>
          to === null ? (
            <Comparison moduleId={module.id} before={old} after={workingCopySnapshotOf(module)} />
          ) : (
            <PageState query={after} what={t('theVersions')}>
              {(now) => <Comparison moduleId={module.id} before={old} after={now} />}
            </PageState>
          )
        }
      </PageState>
    </Section>
  );
}

const NO_COMMENTS: never[] = [];

function Comparison({
  moduleId,
  before,
  after,
}: {
  moduleId: string;
  before: RevisionSnapshot;
  after: RevisionSnapshot;
}) {
  return (
    <>
      <ComparedSettings before={before} now={after} />
      {(['flashcards', 'quiz'] as const).map((section) => (
        <Section key={section} title={t('sectionOf', { section, count: after[section].length })}>
          <ComparedSectionItems
            moduleId={moduleId}
            section={section}
            items={after[section]}
            base={before[section]}
            comments={NO_COMMENTS}
            areCommentsOpen={false}
            onQuery={undefined}
          />
        </Section>
      ))}
    </>
  );
}
