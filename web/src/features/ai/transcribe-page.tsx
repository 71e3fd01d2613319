import { Box } from '@mantine/core';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { WhereAvailable } from './features/availability.tsx';
import { useOpenJob } from './jobs/use-job.ts';
import { RecordingForm } from './forms/recording-form.tsx';
import { ToAi } from './features/to-ai.tsx';

export function TranscribePage() {
  const openJob = useOpenJob();
  return (
    <>
      <PageHeader
        above={<ToAi />}
        title="Transcribe a recording"
        description="Speech as text, to read, to copy, or to grade."
      />
      <WhereAvailable feature="speech_to_text">
        <Box maw="46rem">
          <RecordingForm onStarted={(job) => openJob(job)} />
        </Box>
      </WhereAvailable>
    </>
  );
}
