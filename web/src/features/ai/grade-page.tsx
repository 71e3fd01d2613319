import { getRouteApi } from '@tanstack/react-router';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { WhereAvailable } from './features/availability.tsx';
import { GradeForm } from './forms/grade-form.tsx';
import { ToAi } from './features/to-ai.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('ai');

const route = getRouteApi('/$workspace/ai/grade');

export function GradePage() {
  const { recording } = route.useSearch();
  return (
    <>
      <PageHeader above={<ToAi />} title={t('verb.oral_grading')} description={t('pointPointWordsAnswer')} />
      <WhereAvailable feature="oral_grading">
        <GradeForm recording={recording ?? null} />
      </WhereAvailable>
    </>
  );
}
