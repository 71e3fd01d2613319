import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { isUnderReview, workflowStateOf } from '@training/shared/reviews/workflow-state';
import type { ReactNode } from 'react';
import { SECTION_WORDS } from './module-words.ts';
import classes from './modules.module.css';

interface FoldedProps {
  module: ModuleDetail;
  kind: SectionKind;
  count: number;
  children: ReactNode;
}

/** Collapses an approved section while the rest of the module is in review. */
export function FoldedOnceApproved({ module, kind, count, children }: FoldedProps) {
  if (!isUnderReview(workflowStateOf(module)) || module[kind].state !== 'approved') return children;
  const { item, items } = SECTION_WORDS[kind];
  return (
    <details className={classes.folded}>
      <summary>{count === 1 ? `Show the approved ${item}` : `Show the ${count} approved ${items}`}</summary>
      {children}
    </details>
  );
}
