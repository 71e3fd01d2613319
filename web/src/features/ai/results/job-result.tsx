import { Text } from '@mantine/core';
import type { AiJob } from '@training/shared/ai/ai-jobs';
import { CardResult } from './card-result.tsx';
import { DocumentResult } from './document-result.tsx';
import { FeedbackResult } from './feedback-result.tsx';
import { GradeResult } from './grade-result.tsx';
import { QuizResult } from './quiz-result.tsx';
import { TranscriptResult } from './transcript-result.tsx';

export function JobResult({ job }: { job: AiJob }) {
  if (job.result === null) return <Text>The result is no longer kept.</Text>;
  switch (job.feature) {
    case 'card_generation':
      return <CardResult job={job} result={job.result} />;
    case 'quiz_generation':
      return <QuizResult job={job} result={job.result} />;
    case 'document_extraction':
      return <DocumentResult result={job.result} />;
    case 'feedback_analysis':
      return <FeedbackResult result={job.result} />;
    case 'oral_grading':
      return <GradeResult result={job.result} />;
    case 'speech_to_text':
      return <TranscriptResult result={job.result} recording={job.recording} jobId={job.id} />;
  }
}
