import { Title } from '@mantine/core';
import { MOST_COUNTED } from '@training/shared/overview/overview';
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
export function Panel({ title, total = 0, more, children }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.panel}>
      <div className={classes.head}>
        <Title order={2} size="h3" id={id}>
          {title}
          {total > 0 && <span className={classes.total}> {cappedCount(total)}</span>}
        </Title>
        {more}
      </div>
      {children}
    </section>
  );
}

/** Formats a count, which the server caps. */
export const cappedCount = (count: number) => (count < MOST_COUNTED ? String(count) : `${MOST_COUNTED - 1}+`);
