import { trpc } from '../../lib/api/trpc.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Loading } from '../../ui/pages/states.tsx';
import { FeatureList } from './features/feature-list.tsx';
import { JobList } from './jobs/job-list.tsx';

/** The AI features available to a trainer, and the trainer's jobs. */
export function AiPage() {
  const availability = trpc.ai.availability.useQuery();
  return (
    <>
      <PageHeader
        title="AI tools"
        description="Drafts to start from. Check them before you use them. Only you can see what you make here."
      />
      <Section title="Make something">
        <PageState
          query={availability}
          what="what can be used here"
          loading={<Loading label="Loading what can be used here" rows={3} />}
        >
          {(available) => <FeatureList availability={available} />}
        </PageState>
      </Section>
      <JobList />
    </>
  );
}
