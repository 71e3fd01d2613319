import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Paginator } from './paginator.tsx';
import { EmptyState } from '../pages/states.tsx';

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
        title="This page is past the last one"
        action={
          <Button variant="default" onClick={() => onPage(0)}>
            Go to the first page
          </Button>
        }
      >
        The list got shorter, or the address was changed.
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
