import { Text, Title } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import type { ItemResults } from '@training/shared/ai/item-results';
import { isMissing } from '../../lib/api/problem.ts';
import { inFull } from '../../lib/numbers.ts';
import { SLOW, trpc } from '../../lib/api/trpc.ts';
import { useMay } from '../../lib/workspace.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { CardResults, QuestionResults } from './item-results.tsx';

interface ItemResultsPanelProps {
  module: string;
  department: string | undefined;
}

/** The questions of a module that people get wrong, and the card at which they stop. */
export function ItemResultsPanel({ module, department }: ItemResultsPanelProps) {
  const results = trpc.analytics.items.useQuery({ module_id: module, department_id: department }, SLOW);
  const isOwn = useMay('learners:compare') === 'department';
  const who = isOwn ? ' in your department' : department === undefined ? '' : ' in this department';
  return (
    <Section
      title="Questions and cards"
      description="Of each person, the first answer to a question as it is worded now. The dates don’t limit it."
    >
      {isMissing(results) ? (
        <EmptyState title="This module isn’t published" headingLevel={3}>
          How people answer is shown of what they can study.
        </EmptyState>
      ) : (
        <PageState query={results} what="how people answer">
          {(found) =>
            found.people === 0 ? (
              <EmptyState
                title={`No one${who} has begun this module yet`}
                headingLevel={3}
                icon={<IconListCheck size={28} stroke={1.5} />}
              >
                How they answer will appear here.
              </EmptyState>
            ) : (
              <Results results={found} />
            )
          }
        </PageState>
      )}
    </Section>
  );
}

function Results({ results }: { results: ItemResults }) {
  const { people, newest_only, shows_answers, questions, cards } = results;
  return (
    <>
      <Text size="sm" mb="md">
        {newest_only
          ? `The ${inFull(people)} people who began last; more have begun it.`
          : `${inFull(people)} ${people === 1 ? 'person has' : 'people have'} begun it.`}
        {!shows_answers && ' It belongs to another department, so the answers aren’t shown.'}
      </Text>
      {questions.length > 0 && (
        <>
          <Title order={3} size="h4" mb="xs">
            Questions, hardest first
          </Title>
          <QuestionResults results={results} />
        </>
      )}
      {cards.length > 0 && (
        <>
          <Title order={3} size="h4" mt="lg" mb="xs">
            Cards
          </Title>
          <CardResults results={results} />
        </>
      )}
    </>
  );
}
