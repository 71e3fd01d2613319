import { Box } from '@mantine/core';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { WhereAvailable } from './features/availability.tsx';
import { useOpenJob } from './jobs/use-job.ts';
import { RecordingForm } from './forms/recording-form.tsx';
import { ToAi } from './features/to-ai.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('ai');

export function TranscribePage() {
  const openJob = useOpenJob();
  return (
    <>
      <PageHeader above={<ToAi />} title={t('verb.speech_to_text')} description={t('speechAsTextRead')} />
      <WhereAvailable feature="speech_to_text">
        <Box maw="46rem">
          <RecordingForm onStarted={(job) => openJob(job)} />
        </Box>
      </WhereAvailable>
    </>
  );
}
