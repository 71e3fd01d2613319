import { trpc } from '../../../lib/api/trpc.ts';
import { isMissing } from '../../../lib/api/problem.ts';
import { useWorkspace } from '../../../lib/workspace.ts';
import { Breadcrumbs } from '../../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../../ui/pages/page-header.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { EmptyState } from '../../../ui/pages/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { PastAttempt } from './past-attempt.tsx';

interface AttemptPageProps {
  moduleId: string;
  attemptId: string;
}

/** One attempt at a module, even if its training has ended. */
export function AttemptPage({ moduleId, attemptId }: AttemptPageProps) {
  const { workspace } = useWorkspace();
  const query = trpc.learning.attempt.useQuery({ attempt_id: attemptId });
  const { data } = query;
  const above = (
    <Breadcrumbs>
      <TextLink to="/$workspace/training" params={{ workspace: workspace.slug }}>
        My training
      </TextLink>
      <TextLink to="/$workspace/training/$module" params={{ workspace: workspace.slug, module: moduleId }}>
        {data?.title ?? 'Training'}
      </TextLink>
    </Breadcrumbs>
  );
  if (isMissing(query)) {
    return (
      <EmptyState title="Attempt not found" headingLevel={1} action={above}>
        The link may be old, or the attempt isn’t yours.
      </EmptyState>
    );
  }
  return (
    <>
      <PageHeader title={data ? `Attempt ${data.attempt.number}` : 'Attempt'} description={data?.title} above={above} />
      <PageState query={query} what="this attempt">
        {({ attempt, time_zone }) => <PastAttempt attempt={attempt} moduleId={moduleId} timeZone={time_zone} />}
      </PageState>
    </>
  );
}
