import { Alert, Text } from '@mantine/core';
import { IconCheck, IconUserQuestion, IconX } from '@tabler/icons-react';
import type { DocumentSummaryWithTopics, OralAnswerGrading, SpeechTranscript } from '@training/shared/ai/ai-features';
import type { AiJob } from '@training/shared/ai/ai-jobs';
import { SourceText } from '@training/shared/ai/ai-sources';
import { countCodePoints } from '@training/shared/text';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import classes from '../ai.module.css';
import { findKnownLanguageName } from '../forms/languages.tsx';
import { GenerateItemsForm } from '../forms/generate-items-form.tsx';
import { CardGenerationResult } from './card-result.tsx';
import { SourceCoverageNote, PagesReadFromPicturesNote } from './coverage.tsx';
import { QuizGenerationResult } from './quiz-result.tsx';
import { DroppedItemsNote, QuoteWithSource } from './quote.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';
import { FeedbackResult } from './feedback-result.tsx';

const t = translatorOf('ai');

/** The topics of a document, with links to generate cards and a quiz. */
function DocumentResult({ result }: { result: DocumentSummaryWithTopics }) {
  const { title, language, summary, topics, text, scan, dropped, coverage } = result;
  const name = findKnownLanguageName(language);
  return (
    <>
      <Section title={title || t('summary')} description={name !== null && t('inLanguage', { language: name })}>
        <Text dir="auto" className={classes.prose}>
          {summary}
        </Text>
      </Section>
      <Section title={t('makeSomethingFromText')}>
        <GenerateItemsForm
          things={['cards']}
          source={{ title: SourceText.shape.title.safeParse(title).data ?? '', text }}
        />
      </Section>
      <Section title={t('whatItTeaches')}>
        <SourceCoverageNote coverage={coverage} />
        <DroppedItemsNote count={dropped} of="points" />
        {topics.length === 0 && <Text c="dimmed">{t('noTopicsFound')}</Text>}
        {topics.map(({ heading, points }, index) => (
          // A fixed list, and two topics may have the same heading.
          // oxlint-disable-next-line react/no-array-index-key
          <article key={index} className={classes.topic}>
            <h3 dir="auto">{heading}</h3>
            <ul dir="auto">
              {points.map(({ statement, quote }) => (
                <li key={`${statement}\n${quote}`}>
                  {statement}
                  <QuoteWithSource from={t('fromTheDocument')}>{quote}</QuoteWithSource>
                </li>
              ))}
            </ul>
          </article>
        ))}
      </Section>
      <Section
        title={t('textWasRead')}
        description={t('cardsQuizzesBasedText')}
        actions={<CopyButton value={text} label={t('copyTheText')} />}
      >
        <PagesReadFromPicturesNote scan={scan} />
        <ReadText text={text} />
      </Section>
    </>
  );
}

function ReadText({ text }: { text: string }) {
  return (
    <>
      {/* Focusable, so that keyboard users can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section dir="auto" className={classes.text} aria-label={t('textDocument')} tabIndex={0}>
        {text}
      </section>
      <Text size="xs" c="dimmed" mt={4} maw="46rem" ta="end">
        {t('characters', { count: countCodePoints(text) })}
      </Text>
    </>
  );
}

interface TranscriptResultProps {
  result: SpeechTranscript;
  recording: AiJob['recording'];
  jobId: string;
}

function TranscriptResult({ result, recording, jobId }: TranscriptResultProps) {
  const { text, language, seconds } = result;
  const spoken = Math.round(seconds);
  const name = findKnownLanguageName(language ?? '');
  return (
    <Section
      title={t('kind.speech_to_text')}
      description={
        name === null ? t('seconds', { count: spoken }) : t('secondsInLanguage', { count: spoken, language: name })
      }
      actions={text !== '' && <CopyButton value={text} label={t('copyTheTranscript')} />}
    >
      {recording === null ? (
        <Text c="dimmed" size="sm" mb="md">
          {t('recordingNoLongerKept')}
        </Text>
      ) : (
        // The transcript is shown below.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio className={classes.recording} controls preload="none" src={recording.url} aria-label={t('recording')} />
      )}
      {text === '' ? (
        <Text>{t('noSpeechRecording')}</Text>
      ) : (
        <>
          <div dir="auto" className={classes.text}>
            {text}
          </div>
          <Text mt="md">
            <TextLink to="/$workspace/ai/grade" search={{ recording: jobId }}>
              {t('gradeAsSpokenAnswer')}
            </TextLink>
          </Text>
        </>
      )}
    </Section>
  );
}

function GradeResult({ result }: { result: OralAnswerGrading }) {
  const { criteria, score, confidence, needs_trainer } = result;
  const met = criteria.filter((criterion) => criterion.met).length;
  return (
    <>
      <Section title={t('pointsMet', { met, count: criteria.length, score: percent(score) })}>
        <Text c="dimmed">{t('modelSure', { confidence: percent(confidence) })}</Text>
        {needs_trainer && (
          <Alert color="yellow" icon={<IconUserQuestion aria-hidden />} title={t('aTrainerDecides')} mt="md">
            <Text size="sm">{t('modelIsntSureEnough')}</Text>
          </Alert>
        )}
      </Section>
      <Section title={t('pointByPoint')}>
        <ul className={classes.criteria} aria-label={t('pointsAnswer')}>
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

function Criterion({
  criterion: { criterion, met, evidence, comment },
}: {
  criterion: OralAnswerGrading['criteria'][number];
}) {
  return (
    <li className={classes.card} data-met={met}>
      <p className={classes.verdict}>
        {met ? <IconCheck size={18} aria-hidden /> : <IconX size={18} aria-hidden />}
        {met ? t('mentioned') : t('notMentioned')}
      </p>
      <p dir="auto" className={classes.front}>
        {criterion}
      </p>
      {comment !== '' && (
        <Text dir="auto" mt={4}>
          {comment}
        </Text>
      )}
      {evidence !== null && <QuoteWithSource from={t('fromTheAnswer')}>{evidence}</QuoteWithSource>}
    </li>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

export function JobResult({ job }: { job: AiJob }) {
  if (job.result === null) return <Text>{t('resultNoLongerKept')}</Text>;
  switch (job.feature) {
    case 'card_generation':
      return <CardGenerationResult job={job} result={job.result} />;
    case 'quiz_generation':
      return <QuizGenerationResult job={job} result={job.result} />;
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
