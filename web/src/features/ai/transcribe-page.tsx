import { Box } from '@mantine/core';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { IfFeatureAvailable } from './features/if-feature-available.tsx';
import { useNavigateToJob } from './jobs/use-job.ts';
import { RecordingForm } from './forms/recording-form.tsx';
import { AiBreadcrumb } from './features/ai-breadcrumb.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('ai');

export function TranscribePage() {
  const openJob = useNavigateToJob();
  return (
    <>
      <PageHeader above={<AiBreadcrumb />} title={t('verb.speech_to_text')} description={t('speechAsTextRead')} />
      <IfFeatureAvailable feature="speech_to_text">
        <Box maw="46rem">
          <RecordingForm onStarted={(job) => openJob(job)} />
        </Box>
      </IfFeatureAvailable>
    </>
  );
}
