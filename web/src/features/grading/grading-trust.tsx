import { Stack } from '@mantine/core';
import { trpc } from '../../lib/api/trpc.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { Loading } from '../../ui/pages/states.tsx';
import { TrustForm } from './trust-form.tsx';
import { TrustTable } from './trust-table.tsx';

/** The setting when AI grades count without a trainer, and people's verdicts on past grades (rules/grading 11). */
export function GradingTrust({ anchor }: { anchor: string }) {
  const report = trpc.grading.trust.useQuery();
  return (
    <Section
      title="Spoken answers"
      anchor={anchor}
      description="AI grades spoken answers and says how sure it is. A grade that is sure enough counts at once. A trainer decides on the others and sees what AI proposes."
    >
      <PageState query={report} what="how answers are graded" loading={<Loading label="Loading grades" rows={3} />}>
        {({ trust, models }) => (
          <Stack gap="xl">
            <TrustForm saved={trust} />
            <TrustTable rows={models} isInForce={trust.by === 'trainers'} />
          </Stack>
        )}
      </PageState>
    </Section>
  );
}
