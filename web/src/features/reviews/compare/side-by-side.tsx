import { Badge, Group, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { Question } from '@training/shared/courses/courses';
import { Fragment, useMemo } from 'react';
import { InlineMarkdown, Markdown, markdownWordsOf } from '../../../ui/markdown.tsx';
import { MediaList, MediaAtPlace } from '../../../ui/media.tsx';
import { createWordMarkingTransform } from '../../../ui/marked-text.ts';
import { answerKeyOf, type ModuleItem, wordComparedFieldsOf } from '../../items/item-fields.ts';
import { ItemSourceNote } from '../../items/item-source.tsx';
import { questionKindAndAllowancesInWords } from '../../items/question-kinds.ts';
import { CorrectAnswers } from '../../items/question-list.tsx';
import { compareAnswers, type ComparedAnswer } from './compare-items.ts';
import classes from './diff.module.css';
import { diffWords, HighlightedDiff } from './highlighted-diff.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('reviews');

/** A card or question without a comparison. */
export function UncomparedItem({ item }: { item: ModuleItem }) {
  return (
    <div className={classes.whole}>
      {'kind' in item ? (
        <>
          <Group justify="space-between" gap="xs" align="flex-start">
            <div className={`${classes.head} ${classes.prompt}`}>
              <Markdown>{item.prompt}</Markdown>
            </div>
            <Group gap={4} wrap="nowrap" flex="none">
              {item.topic !== undefined && (
                <Badge variant="light" size="sm">
                  {item.topic}
                </Badge>
              )}
              <Badge variant="default" size="sm">
                {questionKindAndAllowancesInWords(item)}
              </Badge>
            </Group>
          </Group>
          <MediaAtPlace item={item} at="prompt" />
          <CorrectAnswers question={item} />
          {item.explanation !== '' && (
            <Text c="dimmed" component="div">
              <Markdown>{item.explanation}</Markdown>
              <MediaAtPlace item={item} at="explanation" />
            </Text>
          )}
        </>
      ) : (
        <>
          <div className={classes.head}>
            <Markdown>{item.front}</Markdown>
            <MediaAtPlace item={item} at="front" />
          </div>
          <Markdown>{item.back}</Markdown>
          <MediaAtPlace item={item} at="back" />
        </>
      )}
      {item.source !== undefined && <ItemSourceNote source={item.source} />}
    </div>
  );
}

interface SideBySideProps {
  before: ModuleItem;
  after: ModuleItem;
}

/**
 * The changes of one item: fields side by side with highlighted words, answers one by one. The prompt is at the top;
 * unchanged fields are collapsed.
 */
export function SideBySideItemDiff({ before, after }: SideBySideProps) {
  const { changed, unchanged } = comparedFields(before, after);
  const areAnswersOther = JSON.stringify(answersIn(before)) !== JSON.stringify(answersIn(after));
  const [subject] = wordComparedFieldsOf(after);
  const isSubjectSame = subject !== undefined && unchanged.includes(subject.name);
  const isMoreTheSame = unchanged.length > (isSubjectSame ? 1 : 0) || (!areAnswersOther && answersIn(after) !== null);
  return (
    <>
      {isSubjectSame && (
        <div className={classes.head}>
          <Markdown>{subject.text}</Markdown>
        </div>
      )}
      <div className={classes.fields}>
        {changed.map(({ name, label, old, now }) => (
          <Fragment key={name}>
            <Side heading={t('fieldBefore', { field: label })} text={old} other={now} side="before" />
            <Side heading={t('fieldNow', { field: label })} text={now} other={old} side="now" />
          </Fragment>
        ))}
      </div>
      {JSON.stringify(before.media) !== JSON.stringify(after.media) && (
        <div className={classes.fields}>
          <MediaList shown={before.media ?? []} />
          <MediaList shown={after.media ?? []} />
        </div>
      )}
      {areAnswersOther && 'kind' in before && 'kind' in after && <AnswersDiff before={before} after={after} />}
      {isMoreTheSame && (
        <details className={classes.folded}>
          <summary>{t('showUnchanged')}</summary>
          <UncomparedItem item={after} />
        </details>
      )}
    </>
  );
}

const answersIn = (item: ModuleItem) => ('kind' in item ? answerKeyOf(item) : null);

function Side({ heading, ...compared }: { heading: string; text: string; other: string; side: 'before' | 'now' }) {
  return (
    <div className={classes.field}>
      <Text size="xs" c="dimmed" component="div">
        {heading}
      </Text>
      <div dir="auto" className={classes.text}>
        {compared.text === '' ? <Text c="dimmed">{t('nothing')}</Text> : <MarkedText {...compared} />}
      </div>
    </div>
  );
}

/** Pairs the fields of both versions by name, the new ones first. */
function comparedFields(before: ModuleItem, after: ModuleItem) {
  const old = new Map(wordComparedFieldsOf(before).map((field) => [field.name, field]));
  const now = new Map(wordComparedFieldsOf(after).map((field) => [field.name, field]));
  const both = new Map([...now, ...old]);
  const fields = [...both.values()].map(({ name, label }) => {
    return { name, label, old: old.get(name)?.text ?? '', now: now.get(name)?.text ?? '' };
  });
  return {
    changed: fields.filter((field) => field.old !== field.now),
    // The answers reveal the kind of a question.
    unchanged: fields.filter((field) => field.old === field.now && field.name !== 'kind').map(({ name }) => name),
  };
}

/** A question's old and new answers as one list, each with its change and correctness. */
function AnswersDiff({ before, after }: { before: Question; after: Question }) {
  const [old, now] = [answerKeyOf(before), answerKeyOf(after)];
  const isSameKind = old.label === now.label;
  return isSameKind ? (
    <List label={now.label} rows={compareAnswers(old.answers, now.answers)} />
  ) : (
    <>
      <List label={t('fieldBefore', { field: old.label })} rows={compareAnswers(old.answers, [])} />
      <List label={t('fieldNow', { field: now.label })} rows={compareAnswers([], now.answers)} />
    </>
  );
}

function List({ label, rows }: { label: string; rows: ComparedAnswer[] }) {
  return (
    <div className={classes.answers}>
      <Text size="xs" c="dimmed" component="div">
        {label}
      </Text>
      <ul aria-label={label}>
        {rows.map((row, index) => (
          // The rows are a fixed list, and two may have the same text.
          // oxlint-disable-next-line react/no-array-index-key
          <Row key={index} row={row} />
        ))}
      </ul>
    </div>
  );
}

function Row({ row: { change, before, after } }: { row: ComparedAnswer }) {
  const isRight = (after ?? before)?.isRight === true;
  return (
    <li data-change={change} data-right={isRight || undefined}>
      {isRight ? <IconCheck size={16} aria-hidden /> : <span className={classes.bullet} aria-hidden="true" />}
      <span dir="auto" className={classes.text}>
        {isRight && <VisuallyHidden>{after === undefined ? t('wasCorrect') : t('correct')} </VisuallyHidden>}
        <AnswerText before={before?.text ?? ''} after={after?.text ?? ''} />
      </span>
      {badgesOf({ change, before, after }).map(({ words, color }) => (
        <Badge key={words} size="sm" variant="dot" color={color} flex="none">
          {words}
        </Badge>
      ))}
    </li>
  );
}

function AnswerText({ before, after }: { before: string; after: string }) {
  if (before === after) return <InlineMarkdown>{after}</InlineMarkdown>;
  if (before === '') return <MarkedText text={after} other="" side="now" isInline />;
  if (after === '') return <MarkedText text={before} other="" side="before" isInline />;
  if (!MARKS.test(before + after)) return <HighlightedDiff words={diffWords(before, after)} />;
  return (
    <>
      <MarkedText text={before} other={after} side="before" isInline />
      {' → '}
      <MarkedText text={after} other={before} side="now" isInline />
    </>
  );
}

/** Formatting characters. Texts that contain them are shown one version after the other. */
const MARKS = /[*_`~[\]<>&\\]/;

function badgesOf({ change, before, after }: ComparedAnswer): { words: string; color: string }[] {
  if (before === undefined) return [{ words: t('added'), color: 'green' }];
  if (after === undefined) return [{ words: t('removed'), color: 'red' }];
  const badges = [];
  if (before.isRight !== after.isRight) {
    badges.push(
      after.isRight ? { words: t('nowCorrect'), color: 'green' } : { words: t('noLongerCorrect'), color: 'red' },
    );
  }
  if (before.text !== after.text) badges.push({ words: t('changed'), color: 'yellow' });
  if (change === 'moved') badges.push({ words: t('moved'), color: 'blue' });
  return badges;
}

interface MarkedTextProps {
  text: string;
  /** The text of the other version; empty if there is none. */
  other: string;
  /** The version that this text belongs to. */
  side: 'before' | 'now';
  /** True if rendered within a line, like an option of a question. */
  isInline?: boolean;
}

/**
 * A text as learners see it, with the words highlighted that the other version lacks. Shown as source if the visible
 * words are equal, or if links or HTML may differ.
 */
function MarkedText({ text, other, side, isInline = false }: MarkedTextProps) {
  const isBefore = side === 'before';
  const parts = useMemo(() => {
    const [own, others] = [markdownWordsOf(text, isInline), markdownWordsOf(other, isInline)];
    const isDrawn = own !== others && !HIDES_SOMETHING.test(text) && !HIDES_SOMETHING.test(other);
    const [mine, theirs] = isDrawn ? [own, others] : [text, other];
    const words = isBefore ? diffWords(mine, theirs) : diffWords(theirs, mine);
    return { isDrawn, words: words.filter(({ added, removed }) => !(isBefore ? added : removed)) };
  }, [text, other, isInline, isBefore]);
  if (!parts.isDrawn) return <HighlightedDiff words={parts.words} />;
  const stretches = parts.words.map(({ value, added, removed }) => ({ value, isMarked: added || removed }));
  const mark = createWordMarkingTransform(stretches, isBefore ? 'del' : 'ins');
  return isInline ? <InlineMarkdown mark={mark}>{text}</InlineMarkdown> : <Markdown mark={mark}>{text}</Markdown>;
}

/** Matches URLs of links or images, and HTML, which a comparison of visible words misses. */
const HIDES_SOMETHING = /\]\(|\]:|<|!\[/;
