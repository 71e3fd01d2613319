import type { ModuleDetail } from '@training/shared/modules';
import type { ReviewComment } from '@training/shared/reviews';

/** What reviewers ask for in the sections that are back with their authors, and nobody has resolved. */
export const openQueriesOf = (module: ModuleDetail): ReviewComment[] =>
  module.comments.filter(
    ({ kind, section, resolved }) => kind === 'query' && resolved === null && module[section].state === 'queried',
  );
