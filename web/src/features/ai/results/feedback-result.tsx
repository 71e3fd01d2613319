import { Badge, Group, Progress, Text } from '@mantine/core';
import { IconMoodNeutral, IconMoodSad, IconMoodSmile, type TablerIcon } from '@tabler/icons-react';
import { type FeedbackAnalysis, Sentiment } from '@training/shared/ai/ai-features';
import { Section } from '../../../ui/pages/section.tsx';
import classes from '../ai.module.css';
import { Dropped, Quote } from './quote.tsx';

const SENTIMENTS: Record<Sentiment, { name: string; color: string; icon: TablerIcon }> = {
  positive: { name: 'Positive', color: 'green', icon: IconMoodSmile },
  mixed: { name: 'Mixed', color: 'yellow', icon: IconMoodNeutral },
  negative: { name: 'Negative', color: 'red', icon: IconMoodSad },
};

export function FeedbackResult({ result }: { result: FeedbackAnalysis }) {
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
