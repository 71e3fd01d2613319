import { NativeSelect } from '@mantine/core';
import { CONTENT_LIMITS, problemsOfQuestion } from '@training/shared/authoring';
import type { Question } from '@training/shared/courses';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { notifyWithUndo } from '../../ui/undo-notification.tsx';
import { Answers, QUESTION_KINDS } from '../courses/quiz.tsx';
import { AnswerFields } from './answer-fields.tsx';
import { removeItem, replaceItem } from './edits.ts';
import { ItemFrame } from './item-frame.tsx';
import { MarkdownField } from './markdown-field.tsx';
import { KINDS, type QuestionKind, isWritten, linesOf, withKind } from './new-item.ts';
import { type QuestionDraft, useItem } from './use-section-drafts.ts';

interface QuestionEditorProps {
  draft: QuestionDraft;
  id: string;
  index: number;
  handle: ReactNode;
  comments: ReactNode;
}

export function QuestionEditor({ draft, id, index, handle, comments }: QuestionEditorProps) {
  const question = useItem(draft, id);
  const [isPreviewed, setPreviewed] = useState(false);
  if (question === undefined) return null;
  const name = `Question ${index + 1}`;
  const change = (next: Question) => replaceItem(draft, next);
  return (
    <ItemFrame
      id={id}
      name={name}
      handle={handle}
      isPreviewed={isPreviewed}
      onPreview={setPreviewed}
      onRemove={() => removeItem(draft, id, name)}
      problems={problemsOfQuestion(question)}
      source={question.source}
      comments={comments}
      beside={<KindSelect name={name} question={question} onChange={change} />}
    >
      <MarkdownField
        label="Question"
        name={`Text of question ${index + 1}`}
        value={question.prompt}
        max={CONTENT_LIMITS.prompt}
        isPreviewed={isPreviewed}
        onChange={(prompt) => change({ ...question, prompt })}
      />
      {isPreviewed ? (
        <Answers question={question} />
      ) : (
        <AnswerFields name={name} question={question} onChange={change} />
      )}
      <MarkdownField
        label="Explanation, shown after the answer"
        name={`Explanation of question ${index + 1}`}
        value={question.explanation}
        max={CONTENT_LIMITS.explanation}
        isPreviewed={isPreviewed}
        rows={1}
        onChange={(explanation) => change({ ...question, explanation })}
      />
    </ItemFrame>
  );
}

interface KindSelectProps {
  name: string;
  question: Question;
  onChange: (question: Question) => void;
}

function KindSelect({ name, question, onChange }: KindSelectProps) {
  const change = (kind: QuestionKind) => {
    const next = withKind(question, kind);
    onChange(next);
    if (linesOf(next).filter(isWritten).length === linesOf(question).filter(isWritten).length) return;
    notifyWithUndo(`${name}: only what was right is taken over.`, async () => {
      onChange(question);
      return `${name} is as it was.`;
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
