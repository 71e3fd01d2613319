import type { ModuleDetail } from '@training/shared/courses/modules';
import { PageState } from '../../ui/pages/page-state.tsx';
import { History } from './history.tsx';
import { useComparison } from './use-comparison.ts';
import classes from './modules.module.css';

/** The outcome of each submission, for authors the same as for reviewers. */
export function ModuleHistory({ module }: { module: ModuleDetail }) {
  const comparison = useComparison(module);
  return (
    <div className={classes.history}>
      <PageState query={comparison} what="the history">
        {({ rounds }) => <History rounds={rounds} />}
      </PageState>
    </div>
  );
}
