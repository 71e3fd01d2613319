import { Badge, Group } from '@mantine/core';
import type { ModuleDetail } from '@training/shared/courses/modules';
import type { Revision } from '@training/shared/reviews/revisions';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { createActionsColumn, type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { CompactRowButton } from '../../ui/lists/row-button.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { revisionChangesInWords } from './revision-words.ts';

const t = translatorOf('revisions');

interface RevisionTableProps {
  module: ModuleDetail;
  revisions: Revision[];
  /** The number of the revision that learners see. */
  live: number | null;
  onCompare: (number: number) => void;
  /** Absent if nothing can be brought back. */
  onBringBack: ((revision: Revision) => void) | undefined;
}

export function RevisionTable({ module, revisions, live, onCompare, onBringBack }: RevisionTableProps) {
  // Without a working copy, the module is what is live.
  const isThere = (number: number) => module.workflow === null && number === live;
  const columns: Column<Revision>[] = [
    {
      key: 'version',
      header: t('version'),
      cell: ({ number, title }) => (
        <>
          {t('versionNumber', { number })}
          {number === live && (
            <Badge size="sm" variant="dot" color="green" mx="xs">
              {t('live')}
            </Badge>
          )}
          {title !== module.title && (
            <div>
              <bdi>{title}</bdi>
            </div>
          )}
        </>
      ),
    },
    {
      key: 'published',
      header: t('publishedAt'),
      cell: ({ published_at: at, published_by: name }) =>
        t.nodes('publishedBy', { name, at: () => <TimeAgo at={at} /> }),
    },
    { key: 'content', header: t('content'), cell: ({ cards, questions }) => t('contentOf', { cards, questions }) },
    { key: 'changes', header: t('changes'), cell: revisionChangesInWords },
    createActionsColumn((revision) => (
      <Group justify="flex-end" gap="xs">
        <CompactRowButton
          aria-label={t('compareVersion', { number: revision.number })}
          onClick={() => onCompare(revision.number)}
        >
          {t('compare')}
        </CompactRowButton>
        {onBringBack !== undefined && !isThere(revision.number) && (
          <CompactRowButton
            aria-label={t('bringBackVersion', { number: revision.number })}
            onClick={() => onBringBack(revision)}
          >
            {t('bringBack')}
          </CompactRowButton>
        )}
      </Group>
    )),
  ];
  return (
    <DataTable label={t('published')} columns={columns} rows={revisions} rowKey={({ number }) => String(number)} />
  );
}
