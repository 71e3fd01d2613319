import type { ModuleDetail } from '@training/shared/courses/modules';
import type { ReviewComment } from '@training/shared/reviews/reviews';

/** Returns the unresolved queries of sections that were sent back to their authors. */
export const openQueriesOf = (module: ModuleDetail): ReviewComment[] =>
  module.comments.filter(
    ({ kind, section, resolved }) => kind === 'query' && resolved === null && module[section].state === 'queried',
  );
