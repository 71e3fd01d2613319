import { Children, type ReactNode } from 'react';
import classes from './breadcrumbs.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** Links to the parent pages, the nearest last. */
export function Breadcrumbs({ children }: { children: ReactNode }) {
  return (
    <nav aria-label={t('breadcrumbs')}>
      <ol className={classes.list}>
        {Children.toArray(children).map((child, index) => (
          // A fixed list.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>{child}</li>
        ))}
      </ol>
    </nav>
  );
}
