import { NativeSelect } from '@mantine/core';
import { problemsOfQuestion } from '@training/shared/courses/sections';
import { isVisible } from '@training/shared/primitives';
import type { Question } from '@training/shared/courses/courses';
import { notifyWithUndo } from '../../../ui/undo-notification.tsx';
import { QUESTION_KINDS } from '../../items/question-kinds.ts';
import { Answers } from '../../items/quiz.tsx';
import { AnswerFields } from './answer-fields.tsx';
import { type ItemEditorProps, type ItemFields, ItemFrame } from './item-frame.tsx';
import { MarkdownField } from './markdown-field.tsx';
import { KINDS, type QuestionKind, linesOf, withKind } from './new-item.ts';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';

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
