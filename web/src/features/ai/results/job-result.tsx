import { Alert, Badge, Group, Progress, Text } from '@mantine/core';
import {
  IconCheck,
  IconMoodNeutral,
  IconMoodSad,
  IconMoodSmile,
  IconUserQuestion,
  IconX,
  type TablerIcon,
} from '@tabler/icons-react';
import {
  type DocumentExtract,
  type FeedbackAnalysis,
  type OralGrade,
  Sentiment,
  type Transcript,
} from '@training/shared/ai/ai-features';
import type { AiJob } from '@training/shared/ai/ai-jobs';
import { SourceText } from '@training/shared/ai/ai-sources';
import { codePoints } from '@training/shared/primitives';
import { useWorkspace } from '../../../lib/workspace.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import classes from '../ai.module.css';
import { knownLanguage } from '../forms/languages.tsx';
import { MakeForm } from '../forms/make-form.tsx';
import { CardResult } from './card-result.tsx';
import { Covered, ReadScan } from './coverage.tsx';
import { QuizResult } from './quiz-result.tsx';
import { Dropped, Quote } from './quote.tsx';

const SENTIMENTS: Record<Sentiment, { name: string; color: string; icon: TablerIcon }> = {
  positive: { name: 'Positive', color: 'green', icon: IconMoodSmile },
  mixed: { name: 'Mixed', color: 'yellow', icon: IconMoodNeutral },
  negative: { name: 'Negative', color: 'red', icon: IconMoodSad },
};

function FeedbackResult({ result }: { result: FeedbackAnalysis }) {
  const { summary, sentiment, themes, dropped } = result;
  return (
    <>
      <Section title="Summary">
        <Text dir="auto" className={classes.prose}>
          {summary}
        </Text>
      </Section>
      <Section title="How the comments sound">
        <SentimentBar sentiment={sentiment} />
      </Section>
      <Section title={`Themes (${themes.length})`}>
        <Dropped count={dropped} what="quotes" where="in the comments" />
        {themes.length === 0 && <Text c="dimmed">No themes in these comments.</Text>}
        {themes.map((theme, index) => (
          // A fixed list, and two themes may have the same title.
          // oxlint-disable-next-line react/no-array-index-key
          <ThemeOf key={index} theme={theme} />
        ))}
      </Section>
    </>
  );
}

/** A visual bar. The numbers below it carry the same information. */
function SentimentBar({ sentiment }: { sentiment: FeedbackAnalysis['sentiment'] }) {
  const total = sentiment.positive + sentiment.mixed + sentiment.negative;
  return (
    <div className={classes.prose}>
      <Progress.Root size="xl" aria-hidden>
        {Sentiment.options.map((kind) => (
          <Progress.Section
            key={kind}
            withAria={false}
            value={total === 0 ? 0 : (sentiment[kind] / total) * 100}
            color={SENTIMENTS[kind].color}
          />
        ))}
      </Progress.Root>
      <ul className={classes.legend} aria-label="Comments of each kind">
        {Sentiment.options.map((kind) => (
          <li key={kind}>
            <SentimentBadge sentiment={kind} /> {sentiment[kind].toLocaleString()}
            {total > 0 && ` (${Math.round((sentiment[kind] / total) * 100)} %)`}
          </li>
        ))}
      </ul>
    </div>
  );
}

function SentimentBadge({ sentiment }: { sentiment: Sentiment }) {
  const { name, color, icon: Icon } = SENTIMENTS[sentiment];
  return (
    <Badge variant="dot" color={color} rightSection={<Icon size={14} aria-hidden />}>
      {name}
    </Badge>
  );
}

function ThemeOf({ theme }: { theme: FeedbackAnalysis['themes'][number] }) {
  const { title, sentiment, suggestion, comments, quotes } = theme;
  return (
    <article className={classes.topic}>
      <Group gap="xs">
        <h3 dir="auto">{title}</h3>
        <SentimentBadge sentiment={sentiment} />
        <Text c="dimmed">{comments.length === 1 ? 'in 1 comment' : `in ${comments.length} comments`}</Text>
      </Group>
      {suggestion !== '' && (
        <Text mt={4}>
          <strong>What could be done:</strong> <bdi>{suggestion}</bdi>
        </Text>
      )}
      {quotes.map(({ comment, quote }) => (
        <Quote key={`${comment} ${quote}`} from={`Comment ${comment + 1}`}>
          {quote}
        </Quote>
      ))}
    </article>
  );
}

/** The topics of a document, with links to generate cards and a quiz. */
function DocumentResult({ result }: { result: DocumentExtract }) {
  const { title, language, summary, topics, text, scan, dropped, coverage } = result;
  const name = knownLanguage(language);
  return (
    <>
      <Section title={title || 'Summary'} description={name !== null && `In ${name}`}>
        <Text dir="auto" className={classes.prose}>
          {summary}
        </Text>
      </Section>
      <Section title="Make something from this text">
        <MakeForm things={['cards']} source={{ title: SourceText.shape.title.safeParse(title).data ?? '', text }} />
      </Section>
      <Section title="What it teaches">
        <Covered coverage={coverage} />
        <Dropped count={dropped} what="points" />
        {topics.length === 0 && <Text c="dimmed">No topics found.</Text>}
        {topics.map(({ heading, points }, index) => (
          // A fixed list, and two topics may have the same heading.
          // oxlint-disable-next-line react/no-array-index-key
          <article key={index} className={classes.topic}>
            <h3 dir="auto">{heading}</h3>
            <ul dir="auto">
              {points.map(({ statement, quote }) => (
                <li key={`${statement}\n${quote}`}>
                  {statement}
                  <Quote from="From the document">{quote}</Quote>
                </li>
              ))}
            </ul>
          </article>
        ))}
      </Section>
      <Section
        title="The text that was read"
        description="Cards and quizzes are based on this text. Check that nothing is missing."
        actions={<CopyButton value={text} label="Copy the text" />}
      >
        <ReadScan scan={scan} />
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
      <section dir="auto" className={classes.text} aria-label="Text of the document" tabIndex={0}>
        {text}
      </section>
      <Text size="xs" c="dimmed" mt={4} maw="46rem" ta="end">
        {codePoints(text).toLocaleString()} characters
      </Text>
    </>
  );
}

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
