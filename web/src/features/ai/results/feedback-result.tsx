import { Badge, Group, Progress, Text } from '@mantine/core';
import { IconMoodNeutral, IconMoodSad, IconMoodSmile, type TablerIcon } from '@tabler/icons-react';
import { type FeedbackAnalysis, Sentiment } from '@training/shared/ai/ai-features';
import { Section } from '../../../ui/pages/section.tsx';
import classes from '../ai.module.css';
import { DroppedItemsNote, QuoteWithSource } from './quote.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

const SENTIMENTS: Record<Sentiment, { color: string; icon: TablerIcon }> = {
  positive: { color: 'green', icon: IconMoodSmile },
  mixed: { color: 'yellow', icon: IconMoodNeutral },
  negative: { color: 'red', icon: IconMoodSad },
};

export function FeedbackResult({ result }: { result: FeedbackAnalysis }) {
  const { summary, sentiment, themes, dropped } = result;
  return (
    <>
      <Section title={t('summary')}>
        <Text dir="auto" className={classes.prose}>
          {summary}
        </Text>
      </Section>
      <Section title={t('howCommentsSound')}>
        <SentimentBar sentiment={sentiment} />
      </Section>
      <Section title={t('themeCount', { count: themes.length })}>
        <DroppedItemsNote count={dropped} of="quotes" />
        {themes.length === 0 && <Text c="dimmed">{t('noThemesTheseComments')}</Text>}
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
      <ul className={classes.legend} aria-label={t('commentsEachKind')}>
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
  const { color, icon: Icon } = SENTIMENTS[sentiment];
  return (
    <Badge variant="dot" color={color} rightSection={<Icon size={14} aria-hidden />}>
      {t(`sentiment.${sentiment}`)}
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
        <Text c="dimmed">{t('inComments', { count: comments.length })}</Text>
      </Group>
      {suggestion !== '' && (
        <Text mt={4}>
          {t.nodes('whatCouldDone', {
            suggestion,
            b: (text) => <strong>{text}</strong>,
            bdi: (text) => <bdi>{text}</bdi>,
          })}
        </Text>
      )}
      {quotes.map(({ comment, quote }) => (
        <QuoteWithSource key={`${comment} ${quote}`} from={t('commentNumber', { number: comment + 1 })}>
          {quote}
        </QuoteWithSource>
      ))}
    </article>
  );
}
