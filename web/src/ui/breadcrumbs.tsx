import { Children, type ReactNode } from 'react';
import classes from './breadcrumbs.module.css';

/** The pages above this one, the nearest last. */
export function Breadcrumbs({ children }: { children: ReactNode }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={classes.list}>
        {Children.map(children, (child) => (
          <li>{child}</li>
        ))}
      </ol>
    </nav>
  );
}
