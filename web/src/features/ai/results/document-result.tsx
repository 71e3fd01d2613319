import { Text } from '@mantine/core';
import type { DocumentExtract } from '@training/shared/ai/ai-features';
import { SourceText } from '@training/shared/ai/ai-sources';
import { codePoints } from '@training/shared/primitives';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import classes from '../ai.module.css';
import { knownLanguage } from '../forms/languages.tsx';
import { MakeForm } from '../forms/make-form.tsx';
import { Covered, ReadScan } from './coverage.tsx';
import { Dropped, Quote } from './quote.tsx';

/** The topics of a document, with links to generate cards and a quiz. */
export function DocumentResult({ result }: { result: DocumentExtract }) {
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
