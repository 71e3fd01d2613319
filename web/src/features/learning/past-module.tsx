import { isMissing, problemOf } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { Note } from '../../ui/note.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import type { ReactNode } from 'react';
import { History } from './history.tsx';

interface PastModuleProps {
  moduleId: string;
  /** The reason why the module can't be studied now. */
  error: unknown;
  above: ReactNode;
}

/** A module that is currently unavailable, with the learner's history. */
export function PastModule({ moduleId, error, above }: PastModuleProps) {
  const history = trpc.learning.history.useQuery({ module_id: moduleId });
  if (isMissing(history)) {
    return (
      <EmptyState title="Training not found" headingLevel={1} action={above}>
        The link may be old, or the module isn’t published right now.
      </EmptyState>
    );
  }
  const { data } = history;
  return (
    <>
      <PageHeader
        title={data?.title ?? 'Training'}
        description={data && `${data.course.emoji} ${data.course.title}`}
        above={above}
      />
      <PageState query={history} what="this training">
        {() => (
          <>
            <Note mb="md">{problemOf(error).detail}</Note>
            <History moduleId={moduleId} />
          </>
        )}
      </PageState>
    </>
  );
}
