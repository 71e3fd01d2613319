import { NativeSelect } from '@mantine/core';
import { problemsOfQuestion } from '@training/shared/courses/sections';
import { isVisible } from '@training/shared/primitives';
import type { Question } from '@training/shared/courses/courses';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import { notifyWithUndo } from '../../../ui/undo-notification.tsx';
import { QUESTION_KINDS } from '../../items/question-kinds.ts';
import { Answers } from '../../items/question-list.tsx';
import { type ItemEditorProps, type ItemFields, ItemFrame } from './item-frame.tsx';
import { MarkdownField } from './markdown-field.tsx';
import { KINDS, type QuestionKind, linesOf, withKind, UNMARKED } from './new-item.ts';
import { LineFields } from './line-fields.tsx';

/** The editor of a question: its text, the answers and the explanation. */
export function QuestionEditor(props: ItemEditorProps<Question>) {
  return (
    <ItemFrame
      {...props}
      what="Question"
      problemsOf={problemsOfQuestion}
      beside={(fields) => <KindSelect {...fields} />}
    >
      {({ item: question, name, isPreviewed, onChange }) => (
        <>
          <MarkdownField
            label="Question"
            name={`Text of ${name.toLowerCase()}`}
            value={question.prompt}
            max={CONTENT_LIMITS.prompt}
            isPreviewed={isPreviewed}
            onChange={(prompt) => onChange({ ...question, prompt })}
          />
          {isPreviewed ? (
            <Answers question={question} />
          ) : (
            <AnswerFields name={name} question={question} onChange={onChange} />
          )}
          <MarkdownField
            label="Explanation, shown after the answer"
            name={`Explanation of ${name.toLowerCase()}`}
            value={question.explanation}
            max={CONTENT_LIMITS.explanation}
            isPreviewed={isPreviewed}
            rows={1}
            onChange={(explanation) => onChange({ ...question, explanation })}
          />
        </>
      )}
    </ItemFrame>
  );
}

function KindSelect({ item: question, name, onChange }: ItemFields<Question>) {
  const change = (kind: QuestionKind) => {
    const next = withKind(question, kind);
    onChange(next);
    if (linesOf(next).filter(isVisible).length === linesOf(question).filter(isVisible).length) return;
    notifyWithUndo(`${name}: only right answers were kept.`, async () => {
      onChange(question);
      return `${name} was changed back.`;
    });
  };
  return (
    <NativeSelect
      size="xs"
      aria-label={`Kind of ${name.toLowerCase()}`}
      data={KINDS.map((kind) => ({ value: kind, label: QUESTION_KINDS[kind] }))}
      value={question.kind}
      onChange={({ currentTarget }) => {
        const kind = KINDS.find((each) => each === currentTarget.value);
        if (kind !== undefined) change(kind);
      }}
    />
  );
}

interface AnswerFieldsProps {
  /** The question's name: "Question 3". */
  name: string;
  question: Question;
  onChange: (question: Question) => void;
}

/** The fields for the correct answer, by kind of question. */
function AnswerFields({ name, question, onChange }: AnswerFieldsProps) {
  switch (question.kind) {
    case 'single_choice':
    case 'multiple_choice':
      return (
        <LineFields
          title={
            question.kind === 'single_choice' ? 'Options. Mark the correct one' : 'Options. Mark all that are correct'
          }
          lineName={`Option {} of ${name.toLowerCase()}`}
          add="Add an option"
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
          title="Accepted answers, in any case"
          lineName={`Accepted answer {} of ${name.toLowerCase()}`}
          add="Add an answer"
          lines={question.accepted}
          max={CONTENT_LIMITS.accepted}
          onChange={(accepted) => onChange({ ...question, accepted })}
        />
      );
    case 'spoken':
      return (
        <LineFields
          title="Points of a full answer. Answers are graded on these"
          lineName={`Point {} of ${name.toLowerCase()}`}
          add="Add a point"
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
