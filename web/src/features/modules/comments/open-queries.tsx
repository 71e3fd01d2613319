import { Paper, Title } from '@mantine/core';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { useId } from 'react';
import { openQueriesOf } from './open-queries-of.ts';
import { OpenQuery } from './open-query.tsx';
import classes from './open-queries.module.css';

/**
 * Open queries of reviewers, at the top of the page: each with its text, a link to its subject, and a reply field.
 * Renders nothing if there are none.
 */
export function OpenQueries({ module }: { module: ModuleDetail }) {
  const heading = useId();
  const queries = openQueriesOf(module);
  if (queries.length === 0) return null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={heading} className={classes.panel}>
      <Title order={2} size="h4" id={heading} tabIndex={-1}>
        {queries.length === 1 ? '1 open query' : `${queries.length} open queries`}
      </Title>
      <ul className={classes.list}>
        {queries.map((query) => (
          <OpenQuery key={query.id} module={module} query={query} />
        ))}
      </ul>
    </Paper>
  );
}
