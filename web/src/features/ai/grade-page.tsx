import { getRouteApi } from '@tanstack/react-router';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { WhereAvailable } from './features/availability.tsx';
import { GradeForm } from './forms/grade-form.tsx';
import { ToAi } from './features/to-ai.tsx';

const route = getRouteApi('/$workspace/ai/grade');

export function GradePage() {
  const { recording } = route.useSearch();
  return (
    <>
      <PageHeader
        above={<ToAi />}
        title="Grade a spoken answer"
        description="Point by point, with the words of the answer that show each. You decide."
      />
      <WhereAvailable feature="oral_grading">
        <GradeForm recording={recording ?? null} />
      </WhereAvailable>
    </>
  );
}
