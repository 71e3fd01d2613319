import { Button, Group, Pagination, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from '../pages/states.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

interface PaginatorProps {
  /** The listed items, in the plural: "people". */
  what: string;
  total: number;
  limit: number;
  offset: number;
  onChange: (offset: number) => void;
}

/** Shows "1–50 of 412 people", and links to other pages if there are any. */
function Paginator({ what, total, limit, offset, onChange }: PaginatorProps) {
  if (total === 0) return null;
  const pages = Math.ceil(total / limit);
  const last = Math.min(offset + limit, total);
  return (
    <Group justify="space-between" mt="md" gap="sm">
      <Text size="sm" c="dimmed" component="output">
        {t('shownOf', { from: offset + 1, to: last, total, what })}
      </Text>
      {pages > 1 && (
        <Pagination
          component="nav"
          aria-label={t('pagesOf', { what })}
          size="sm"
          siblings={1}
          total={pages}
          value={Math.floor(offset / limit) + 1}
          onChange={(page) => onChange((page - 1) * limit)}
          getItemProps={(page) => ({ 'aria-label': t('pageNumber', { page }) })}
          getControlProps={(control) => ({ 'aria-label': t(`turnTo.${control}`) })}
        />
      )}
    </Group>
  );
}

interface PagedListProps {
  /** The listed items, in the plural: "people". */
  what: string;
  total: number;
  limit: number;
  offset: number;
  onPage: (offset: number) => void;
  /** Shown if nothing matches. */
  empty: ReactNode;
  children: ReactNode;
}

/** A list's rows with pagination, or an explanation if there are none. */
export function PagedList({ what, total, limit, offset, onPage, empty, children }: PagedListProps) {
  if (total === 0) return empty;
  if (offset >= total) {
    return (
      <EmptyState
        title={t('pagePastTheLast')}
        action={
          <Button variant="default" onClick={() => onPage(0)}>
            {t('goToFirstPage')}
          </Button>
        }
      >
        {t('listGotShorter')}
      </EmptyState>
    );
  }
  return (
    <>
      {children}
      <Paginator what={what} total={total} limit={limit} offset={offset} onChange={onPage} />
    </>
  );
}
