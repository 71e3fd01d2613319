import type { ModuleDetail } from '@training/shared/modules';
import { PageState } from '../../ui/pages/page-state.tsx';
import { History } from './history.tsx';
import { useComparison } from './use-comparison.ts';
import classes from './modules.module.css';

/** What became of each submission, for the module's authors as its reviewers have it. */
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
