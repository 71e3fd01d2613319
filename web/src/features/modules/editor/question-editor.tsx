import { ActionIcon, Button, Checkbox, Group, NativeSelect, Radio } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import type { Question } from '@training/shared/courses/courses';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import { problemsOfQuestion } from '@training/shared/courses/sections';
import { isVisible } from '@training/shared/primitives';
import { useId } from 'react';
import { flushSync } from 'react-dom';
import { TextLines } from '../../../ui/text-lines.tsx';
import { notifyWithUndo } from '../../../ui/undo-notification.tsx';
import { kindName } from '../../items/question-kinds.ts';
import { Answers } from '../../items/question-list.tsx';
import { TopicField } from './topic-field.tsx';
import classes from './editor.module.css';
import { type ItemEditorProps, type ItemFields, ItemFrame } from './item-frame.tsx';
import { MarkdownField, tooLong } from './markdown-field.tsx';
import { KINDS, linesOf, type QuestionKind, UNMARKED, withKind } from './new-item.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

interface LineFieldsProps {
  title: string;
  /** Returns the label of a line: "Option 2 of question 3", also within a sentence. */
  lineName: (number: number) => { label: string; inText: string };
  add: string;
  lines: string[];
  max: number;
  onChange: (lines: string[]) => void;
  /** Replaces the default removal. */
  onRemove?: (index: number) => void;
  /** Marks correct lines, if applicable. */
  marks?: {
    kind: 'single_choice' | 'multiple_choice';
    isMarked: (index: number) => boolean;
    onMark: (index: number, isRight: boolean) => void;
  };
}

/** A list of one-line text fields with a maximum number. */
function LineFields({ title, lineName, add, lines, max, onChange, onRemove, marks }: LineFieldsProps) {
  const group = useId();
  const Mark = marks?.kind === 'single_choice' ? Radio : Checkbox;
  const remove = onRemove ?? ((index: number) => onChange(lines.toSpliced(index, 1)));
  return (
    <fieldset className={classes.lines}>
      <legend>{title}</legend>
      {lines.map((line, index) => {
        const { label, inText } = lineName(index + 1);
        return (
          // Lines have no identity but their index, and are controlled.
          // oxlint-disable-next-line react/no-array-index-key
          <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
            {marks !== undefined && (
              <Mark
                className={classes.mark}
                name={group}
                aria-label={t('isCorrect', { line: label })}
                checked={marks.isMarked(index)}
                onChange={({ currentTarget }) => marks.onMark(index, currentTarget.checked)}
              />
            )}
            <TextLines
              className={classes.line}
              classNames={{ input: classes.lineText }}
              aria-label={label}
              rows={1}
              value={line}
              error={tooLong(line, CONTENT_LIMITS.option)}
              // A long line wraps, but can't contain line breaks.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              onChange={({ currentTarget }) =>
                onChange(lines.with(index, currentTarget.value.replace(/(?<!\s)\s*\n\s*/g, ' ')))
              }
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              mt={4}
              aria-label={t('removeItem', { name: inText })}
              onClick={({ currentTarget }) => {
                const fields = currentTarget.closest('fieldset');
                flushSync(() => remove(index));
                // Focuses the line now in its place, or the one before.
                focusLine(fields, Math.min(index, lines.length - 2));
              }}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        );
      })}
      {lines.length < max && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={({ currentTarget }) => {
            // Synchronous, so that keys pressed right after go into the new line.
            flushSync(() => onChange([...lines, '']));
            focusLine(currentTarget.closest('fieldset'), lines.length);
          }}
        >
          {add}
        </Button>
      )}
    </fieldset>
  );
}

/** Focuses a line, or the add button if there is none. */
function focusLine(fields: Element | null, index: number): void {
  const line = index < 0 ? undefined : fields?.querySelectorAll<HTMLElement>('textarea').item(index);
  (line ?? fields?.querySelector<HTMLElement>('button'))?.focus();
}

/** The editor of a question: its text, the answers and the explanation. */
export function QuestionEditor(props: ItemEditorProps<Question>) {
  return (
    <ItemFrame
      {...props}
      section="quiz"
      problemsOf={problemsOfQuestion}
      beside={(fields) => <KindSelect {...fields} />}
    >
      {({ item: question, about, isPreviewed, onChange }) => (
        <>
          <MarkdownField
            label={t('question')}
            name={t('textOf', { about })}
            value={question.prompt}
            max={CONTENT_LIMITS.prompt}
            isPreviewed={isPreviewed}
            onChange={(prompt) => onChange({ ...question, prompt })}
          />
          {isPreviewed ? (
            <Answers question={question} />
          ) : (
            <AnswerFields about={about} question={question} onChange={onChange} />
          )}
          <MarkdownField
            label={t('explanationShownAfter')}
            name={t('explanationOf', { about })}
            value={question.explanation}
            max={CONTENT_LIMITS.explanation}
            isPreviewed={isPreviewed}
            rows={1}
            onChange={(explanation) => onChange({ ...question, explanation })}
          />
          {!isPreviewed && <TopicField draft={props.draft} about={about} question={question} onChange={onChange} />}
        </>
      )}
    </ItemFrame>
  );
}

function KindSelect({ item: question, name, about, onChange }: ItemFields<Question>) {
  const change = (kind: QuestionKind) => {
    const next = withKind(question, kind);
    onChange(next);
    if (linesOf(next).filter(isVisible).length === linesOf(question).filter(isVisible).length) return;
    notifyWithUndo(t('onlyRightWereKept', { name }), async () => {
      onChange(question);
      return t('wasChangedBack', { name });
    });
  };
  return (
    <NativeSelect
      size="xs"
      aria-label={t('kindOf', { about })}
      data={KINDS.map((kind) => ({ value: kind, label: kindName(kind) }))}
      value={question.kind}
      onChange={({ currentTarget }) => {
        const kind = KINDS.find((each) => each === currentTarget.value);
        if (kind !== undefined) change(kind);
      }}
    />
  );
}

const lineOf = (kind: 'option' | 'accepted' | 'point', about: string) => (number: number) => ({
  label: t(`line.${kind}`, { number, about }),
  inText: t(`lineInText.${kind}`, { number, about }),
});

interface AnswerFieldsProps {
  /** The question's name within a sentence: "question 3". */
  about: string;
  question: Question;
  onChange: (question: Question) => void;
}

/** The fields for the correct answer, by kind of question. */
function AnswerFields({ about, question, onChange }: AnswerFieldsProps) {
  switch (question.kind) {
    case 'single_choice':
    case 'multiple_choice':
      return (
        <LineFields
          title={question.kind === 'single_choice' ? t('optionsMarkCorrectOne') : t('optionsMarkAllCorrect')}
          lineName={lineOf('option', about)}
          add={t('addAnOption')}
          lines={question.options}
          max={CONTENT_LIMITS.options}
          onChange={(options) => onChange({ ...question, options })}
          onRemove={(index) => onChange(withoutOption(question, index))}
          marks={{
            kind: question.kind,
            isMarked: (index) => [question.correct].flat().includes(index),
            onMark: (index, isRight) => onChange(marked(question, index, isRight)),
          }}
        />
      );
    case 'short_text':
      return (
        <LineFields
          title={t('acceptedAnswersAnyCase')}
          lineName={lineOf('accepted', about)}
          add={t('addAnAnswer')}
          lines={question.accepted}
          max={CONTENT_LIMITS.accepted}
          onChange={(accepted) => onChange({ ...question, accepted })}
        />
      );
    case 'spoken':
      return (
        <LineFields
          title={t('pointsFullAnswerAnswers')}
          lineName={lineOf('point', about)}
          add={t('addAPoint')}
          lines={question.rubric}
          max={CONTENT_LIMITS.rubric}
          onChange={(rubric) => onChange({ ...question, rubric })}
        />
      );
  }
}

type Choice = Extract<Question, { options: string[] }>;

function marked(question: Choice, index: number, isRight: boolean): Question {
  if (question.kind === 'single_choice') return { ...question, correct: index };
  const others = question.correct.filter((each) => each !== index);
  return { ...question, correct: isRight ? [...others, index].toSorted((one, other) => one - other) : others };
}

/** Removes an option; the marked options stay marked. */
function withoutOption(question: Choice, index: number): Question {
  const options = question.options.toSpliced(index, 1);
  const left = [question.correct]
    .flat()
    .filter((each) => each !== index && each < question.options.length)
    .map((each) => (each > index ? each - 1 : each));
  if (question.kind === 'multiple_choice') return { ...question, options, correct: left };
  return { ...question, options, correct: left[0] ?? UNMARKED };
}
