import classes from '../ai.module.css';
import { Text, Alert } from '@mantine/core';
import type { AiJob } from '@training/shared/ai/ai-jobs';
import { CardResult } from './card-result.tsx';
import { DocumentResult } from './document-result.tsx';
import { FeedbackResult } from './feedback-result.tsx';
import { QuizResult } from './quiz-result.tsx';
import { IconCheck, IconUserQuestion, IconX } from '@tabler/icons-react';
import type { OralGrade, Transcript } from '@training/shared/ai/ai-features';
import { Section } from '../../../ui/pages/section.tsx';
import { Quote } from './quote.tsx';
import { useWorkspace } from '../../../lib/workspace.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { knownLanguage } from '../forms/languages.tsx';

interface TranscriptResultProps {
  result: Transcript;
  recording: AiJob['recording'];
  jobId: string;
}

function TranscriptResult({ result, recording, jobId }: TranscriptResultProps) {
  const { text, language, seconds } = result;
  const { workspace } = useWorkspace();
  const spoken = `${Math.round(seconds)} seconds`;
  const name = knownLanguage(language ?? '');
  return (
    <Section
      title="Transcript"
      description={name === null ? spoken : `${spoken}, in ${name}`}
      actions={text !== '' && <CopyButton value={text} label="Copy the transcript" />}
    >
      {recording === null ? (
        <Text c="dimmed" size="sm" mb="md">
          The recording is no longer kept.
        </Text>
      ) : (
        // The transcript is shown below.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio className={classes.recording} controls preload="none" src={recording.url} aria-label="Recording" />
      )}
      {text === '' ? (
        <Text>No speech in this recording.</Text>
      ) : (
        <>
          <div dir="auto" className={classes.text}>
            {text}
          </div>
          <Text mt="md">
            <TextLink to="/$workspace/ai/grade" params={{ workspace: workspace.slug }} search={{ recording: jobId }}>
              Grade it as a spoken answer
            </TextLink>
          </Text>
        </>
      )}
    </Section>
  );
}

function GradeResult({ result }: { result: OralGrade }) {
  const { criteria, score, confidence, needs_trainer } = result;
  const met = criteria.filter((criterion) => criterion.met).length;
  return (
    <>
      <Section title={`${met} of ${criteria.length} points (${percent(score)})`}>
        <Text c="dimmed">The model is {percent(confidence)} sure of this.</Text>
        {needs_trainer && (
          <Alert color="yellow" icon={<IconUserQuestion aria-hidden />} title="A trainer decides" mt="md">
            <Text size="sm">The model isn’t sure enough. Read the answer before you decide.</Text>
          </Alert>
        )}
      </Section>
      <Section title="Point by point">
        <ul className={classes.criteria} aria-label="Points of the answer">
          {criteria.map((criterion, index) => (
            // A fixed list, and two points may have the same text.
            // oxlint-disable-next-line react/no-array-index-key
            <Criterion key={index} criterion={criterion} />
          ))}
        </ul>
      </Section>
    </>
  );
}

function Criterion({ criterion: { criterion, met, evidence, comment } }: { criterion: OralGrade['criteria'][number] }) {
  return (
    <li className={classes.card} data-met={met}>
      <p className={classes.verdict}>
        {met ? <IconCheck size={18} aria-hidden /> : <IconX size={18} aria-hidden />}
        {met ? 'Mentioned' : 'Not mentioned'}
      </p>
      <p dir="auto" className={classes.front}>
        {criterion}
      </p>
      {comment !== '' && (
        <Text dir="auto" mt={4}>
          {comment}
        </Text>
      )}
      {evidence !== null && <Quote from="From the answer">{evidence}</Quote>}
    </li>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

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
