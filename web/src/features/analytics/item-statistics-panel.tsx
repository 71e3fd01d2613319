import { Badge, Button, Progress, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconListCheck } from '@tabler/icons-react';
import {
  MIN_ANSWERS_FOR_DISCRIMINATION,
  type ItemStatistics,
  type QuestionResult,
} from '@training/shared/analytics/item-statistics';
import { type ReactNode, useState } from 'react';
import { isQuerySubjectNotFound } from '../../lib/api/problem.ts';
import { SLOW_QUERY_OPTIONS, trpc } from '../../lib/api/trpc.ts';
import { formatPercent } from '../../lib/i18n/in-words.ts';
import { markdownToPlainText } from '../../lib/plain-text.ts';
import { usePermissionReach } from '../../lib/workspace.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { Section } from '../../ui/pages/section.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { itemElementIdOf } from '../items/item-anchor.ts';
import { questionKindNameOf } from '../items/question-kinds.ts';
import classes from './item-statistics.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('analytics');

const hidden = (text: ReactNode) => <VisuallyHidden>{text}</VisuallyHidden>;

const QUESTIONS_SHOWN = 10;
const CARDS_SHOWN = 20;

/** Questions with the results of people's first answers, and their wrong choices or texts. */
function QuestionResults({ results }: { results: ItemStatistics }) {
  return (
    <FirstFew label={t('questionsHardestFirst')} rows={results.questions} few={QUESTIONS_SHOWN} rowKey={({ id }) => id}>
      {(question) => (
        <>
          <div className={classes.head}>
            <ItemName results={results} id={question.id} number={question.number} text={question.prompt} />
            <Badge variant="default" size="sm">
              {questionKindNameOf(question.kind)}
            </Badge>
          </div>
          <Text size="sm">{inWords(question)}</Text>
          <Discrimination question={question} />
          {question.options.length > 0 && <Options question={question} />}
          {question.wrong_texts.length > 0 && <WrongTexts question={question} />}
        </>
      )}
    </FirstFew>
  );
}

function inWords({ kind, answered, waiting, right, mean_score }: QuestionResult): string {
  if (answered === 0) return t('noOneHasAnswered');
  const graded = answered - waiting;
  const waits = waiting === 0 ? [] : [t('answersWait', { count: waiting })];
  if (mean_score === null) return waits.join('');
  const result =
    kind === 'spoken' || Math.abs(mean_score - right / graded) > 0.0001
      ? t('averageScore', { score: formatPercent(mean_score), count: graded })
      : t('correctFirstTime', { right, graded, share: formatPercent(right / graded) });
  return [result, ...waits].join(' ');
}

/** Says how well a question tells those who know from those who don't. */
function Discrimination({ question: { discrimination: value } }: { question: QuestionResult }) {
  if (value === null) return null;
  const advice = value < 0 ? t('checkRightAnswer') : value < WEAK ? t('hardlyDiscriminates') : null;
  return (
    <Text size="sm" c={advice === null ? 'dimmed' : undefined}>
      {t('discrimination', { value })} {advice}
    </Text>
  );
}

/** A lower discrimination is weak. */
const WEAK = 0.2;

function Options({ question: { options, answered } }: { question: QuestionResult }) {
  return (
    <ul className={classes.options} aria-label={t('options')}>
      {options.map(({ text, correct, people }, index) => (
        // Options are a fixed list, and two may have the same text.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} className={classes.option} data-correct={correct || undefined}>
          <span className={classes.mark}>{correct && <IconCheck size={16} aria-hidden />}</span>
          <span className={classes.text}>
            {correct
              ? t.nodes('correctOption', { hidden, text: markdownToPlainText(text) })
              : markdownToPlainText(text)}
          </span>
          {!correct && people === 0 && answered >= MIN_ANSWERS_FOR_DISCRIMINATION && (
            <Text span size="xs" c="dimmed">
              {t('distractsNoOne')}
            </Text>
          )}
          <ShareBar count={people} of={answered} color={correct ? 'green.8' : 'gray.6'} says="chosenBy" />
        </li>
      ))}
    </ul>
  );
}

function WrongTexts({ question: { wrong_texts } }: { question: QuestionResult }) {
  return (
    <>
      <Text size="sm">{t('commonIncorrectAnswers')}</Text>
      <ul className={classes.texts} dir="auto">
        {wrong_texts.map(({ text, people }) => (
          <li key={text}>
            {t.nodes('wrongText', {
              text,
              people,
              count: (words) => <span className={classes.count}>{words}</span>,
            })}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Cards in the module's order, with the number of people who have seen each. A drop shows where people stop. */
function CardResults({ results }: { results: ItemStatistics }) {
  return (
    <FirstFew label={t('cards')} rows={results.cards} few={CARDS_SHOWN} rowKey={({ id }) => id}>
      {({ id, number, front, people, seen }) => (
        <div className={classes.card}>
          <ItemName results={results} id={id} number={number} text={front} />
          {people === 0 ? (
            <Text size="sm" c="dimmed">
              {t('noOneHasBegun')}
            </Text>
          ) : (
            <ShareBar count={seen} of={people} says="seenBy" />
          )}
        </div>
      )}
    </FirstFew>
  );
}

interface ShareBarProps {
  count: number;
  of: number;
  color?: string;
  /** The meaning of the numbers, for screen readers. */
  says: 'chosenBy' | 'seenBy';
}

/** Shows "5 of 12" as text and as a bar. */
function ShareBar({ count, of, color, says }: ShareBarProps) {
  return (
    <span className={classes.share}>
      <Progress value={of === 0 ? 0 : (count / of) * 100} color={color} className={classes.bar} aria-hidden />
      <Text span size="sm" className={classes.count}>
        {t.nodes(says, { hidden, count, of })}
      </Text>
    </span>
  );
}

interface ItemNameProps {
  results: ItemStatistics;
  id: string;
  number: number;
  /** Truncated Markdown. */
  text: string;
}

/** Links to the item in its module, if the user may open it. */
function ItemName({ results: { course_id, module_id, shows_answers }, id, number, text }: ItemNameProps) {
  const words = `${number}. ${markdownToPlainText(text)}`;
  if (!shows_answers) return <span className={classes.name}>{words}</span>;
  return (
    <TextLink
      to="/$workspace/courses/$course/$module"
      params={{ course: course_id, module: module_id }}
      hash={itemElementIdOf(id)}
      className={classes.name}
    >
      {words}
    </TextLink>
  );
}

interface FirstFewProps<Row> {
  label: string;
  rows: Row[];
  /** The number of rows rendered initially. */
  few: number;
  rowKey: (row: Row) => string;
  children: (row: Row) => ReactNode;
}

/** A list that shows its first rows, and all on request. */
function FirstFew<Row>({ label, rows, few, rowKey, children }: FirstFewProps<Row>) {
  const [isWhole, setWhole] = useState(false);
  return (
    <>
      <ol className={classes.items} aria-label={label}>
        {(isWhole ? rows : rows.slice(0, few)).map((row) => (
          <li key={rowKey(row)} className={classes.item}>
            {children(row)}
          </li>
        ))}
      </ol>
      {rows.length > few && (
        <Button variant="default" size="compact-sm" mt="xs" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('showFewer') : t('showAll', { count: rows.length })}
        </Button>
      )}
    </>
  );
}

interface ItemStatisticsPanelProps {
  module: string;
  department: string | undefined;
  manager: string | undefined;
}

/** The questions of a module that people get wrong, and the card at which they stop. */
export function ItemStatisticsPanel({ module, department, manager }: ItemStatisticsPanelProps) {
  const results = trpc.analytics.items.useQuery(
    { module_id: module, department_id: department, manager_id: manager },
    SLOW_QUERY_OPTIONS,
  );
  const isOwn = usePermissionReach('learners:compare') === 'department';
  const chosen = manager === undefined ? department && 'chosen' : 'team';
  const who = isOwn ? 'own' : (chosen ?? 'all');
  return (
    <Section title={t('questionsAndCards')} description={t('eachPersonFirstAnswer')}>
      {isQuerySubjectNotFound(results) ? (
        <EmptyState title={t('moduleIsntPublished')} headingLevel={3}>
          {t('howPeopleAnswerShown')}
        </EmptyState>
      ) : (
        <PageState query={results} what={t('howPeopleAnswer')}>
          {(found) =>
            found.people === 0 ? (
              <EmptyState
                title={t('noOneHasBegunModule', { who })}
                headingLevel={3}
                icon={<IconListCheck size={28} stroke={1.5} />}
              >
                {t('howTheyAnswerWill')}
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

function Results({ results }: { results: ItemStatistics }) {
  const { people, newest_only, shows_answers, questions, cards } = results;
  return (
    <>
      <Text size="sm" mb="md">
        {[
          newest_only ? t('newestPeople', { count: people }) : t('peopleHaveBegun', { count: people }),
          ...(shows_answers ? [] : [t('belongsAnotherDepartment')]),
        ].join(' ')}
      </Text>
      {questions.length > 0 && (
        <>
          <Title order={3} size="h4" mb="xs">
            {t('questionsHardestFirst')}
          </Title>
          <QuestionResults results={results} />
        </>
      )}
      {cards.length > 0 && (
        <>
          <Title order={3} size="h4" mt="lg" mb="xs">
            {t('cards')}
          </Title>
          <CardResults results={results} />
        </>
      )}
    </>
  );
}
