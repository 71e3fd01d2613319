import { Title } from '@mantine/core';
import { MAX_MENU_COUNT } from '@training/shared/overview/overview';
import { type ReactNode, useId } from 'react';
import classes from './overview.module.css';

interface PanelProps {
  title: string;
  /** The total number, if more than shown. */
  total?: number;
  /** A link to the full list. */
  more?: ReactNode;
  children: ReactNode;
}

/** One list or figure of the first page. */
export function OverviewPanel({ title, total = 0, more, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.panel}>
      <div className={classes.head}>
        <Title order={2} size="h3" id={id}>
          {title}
          {total > 0 && <span className={classes.total}> {formatCappedCount(total)}</span>}
        </Title>
        {more}
      </div>
      {children}
    </section>
  );
}

/** Formats a count, which the server caps. */
export const formatCappedCount = (count: number) => (count < MAX_MENU_COUNT ? String(count) : `${MAX_MENU_COUNT - 1}+`);
