import { NativeSelect } from '@mantine/core';
import type { Question, QuestionKind } from '@training/shared/courses/courses';
import { CONTENT_LIMITS, NO_CORRECT_OPTION_INDEX } from '@training/shared/courses/section-length';
import { problemsOfQuestion } from '@training/shared/courses/sections';
import { hasVisibleCharacter } from '@training/shared/text';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { notifyWithUndo } from '../../../ui/undo-notification.tsx';
import { questionKindNameOf } from '../../items/question-kinds.ts';
import { LeniencyCheckbox } from './leniency-checkbox.tsx';
import { TopicField } from './topic-field.tsx';
import { type ItemEditorProps, type ItemFieldsProps, ItemFrame } from './item-frame.tsx';
import { LineFields } from './line-fields.tsx';
import { MarkdownField } from './markdown-field.tsx';
import { SELECTABLE_QUESTION_KINDS, answerLinesOfQuestion, changeQuestionKind } from './new-item.ts';
import { LazyCorrectAnswers } from './lazy-previews.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

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
            <LazyCorrectAnswers question={question} />
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

function KindSelect({ item: question, name, about, onChange }: ItemFieldsProps<Question>) {
  const change = (kind: QuestionKind) => {
    const next = changeQuestionKind(question, kind);
    onChange(next);
    if (
      answerLinesOfQuestion(next).filter(hasVisibleCharacter).length ===
      answerLinesOfQuestion(question).filter(hasVisibleCharacter).length
    )
      return;
    notifyWithUndo(t('onlyRightWereKept', { name }), async () => {
      onChange(question);
      return t('wasChangedBack', { name });
    });
  };
  return (
    <NativeSelect
      size="xs"
      aria-label={t('kindOf', { about })}
      data={SELECTABLE_QUESTION_KINDS.map((kind) => ({ value: kind, label: questionKindNameOf(kind) }))}
      value={question.kind}
      onChange={({ currentTarget }) => {
        const kind = SELECTABLE_QUESTION_KINDS.find((each) => each === currentTarget.value);
        if (kind !== undefined) change(kind);
      }}
    />
  );
}

/** The fields of kinds that few quizzes have. */
const OtherFields = lazyComponent(async () => (await import('./other-kinds.tsx')).OtherKindAnswerFields, {
  isAmongInput: true,
});

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
    case 'number':
    case 'ordering':
    case 'matching':
    case 'hotspot':
      return <OtherFields about={about} question={question} onChange={onChange} />;
    case 'single_choice':
    case 'multiple_choice':
      return (
        <>
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
          {question.kind === 'multiple_choice' && (
            <LeniencyCheckbox question={question} name="partial_credit" onChange={onChange} />
          )}
        </>
      );
    case 'short_text':
      return (
        <>
          <LineFields
            title={t('acceptedAnswersAnyCase')}
            lineName={lineOf('accepted', about)}
            add={t('addAnAnswer')}
            lines={question.accepted}
            max={CONTENT_LIMITS.accepted}
            onChange={(accepted) => onChange({ ...question, accepted })}
          />
          <LeniencyCheckbox question={question} name="ignore_accents" onChange={onChange} />
          <LeniencyCheckbox question={question} name="allow_typo" onChange={onChange} />
        </>
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

type Choice = Extract<Question, { kind: 'single_choice' | 'multiple_choice' }>;

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
  const others = question.media?.filter((each) => each.option !== index);
  const media = others?.map((each) =>
    each.option !== undefined && each.option > index ? { ...each, option: each.option - 1 } : each,
  );
  const shared = { ...question, options, ...(media && { media }) };
  if (shared.kind === 'multiple_choice') return { ...shared, correct: left };
  return { ...shared, correct: left[0] ?? NO_CORRECT_OPTION_INDEX };
}
