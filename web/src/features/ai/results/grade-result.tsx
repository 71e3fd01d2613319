import { Alert, Text } from '@mantine/core';
import { IconCheck, IconUserQuestion, IconX } from '@tabler/icons-react';
import type { OralGrade } from '@training/shared/ai/ai-features';
import { Section } from '../../../ui/pages/section.tsx';
import classes from '../ai.module.css';
import { Quote } from './quote.tsx';

export function GradeResult({ result }: { result: OralGrade }) {
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
