import { getRouteApi } from '@tanstack/react-router';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { IfFeatureAvailable } from './features/if-feature-available.tsx';
import { OralGradingForm } from './forms/grade-form.tsx';
import { AiBreadcrumb } from './features/ai-breadcrumb.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('ai');

const route = getRouteApi('/$workspace/ai/grade');

export function OralGradingPage() {
  const { recording } = route.useSearch();
  return (
    <>
      <PageHeader above={<AiBreadcrumb />} title={t('verb.oral_grading')} description={t('pointPointWordsAnswer')} />
      <IfFeatureAvailable feature="oral_grading">
        <OralGradingForm recording={recording ?? null} />
      </IfFeatureAvailable>
    </>
  );
}
