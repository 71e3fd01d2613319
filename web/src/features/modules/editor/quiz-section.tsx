import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { type ReactNode, useCallback, useId } from 'react';
import { flushSync } from 'react-dom';
import { QUESTION_KINDS } from '../../items/question-kinds.ts';
import { QuestionList } from '../../items/quiz.tsx';
import { focusItem } from '../item-focus.ts';
import { KINDS, type QuestionKind, newQuestion } from './new-item.ts';
import { QuestionEditor } from './question-editor.tsx';
import { SectionEditor } from './section-editor.tsx';
import { ItemComments } from '../section-frame.tsx';
import { type QuestionDraft, useItemIds } from '../drafts/use-section-drafts.ts';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';

export function QuizSection({ module, draft }: { module: ModuleDetail; draft: QuestionDraft }) {
  const draw = useCallback(
    (id: string, index: number, handle: ReactNode, comments: ReactNode) => (
      <QuestionEditor draft={draft} id={id} index={index} handle={handle} comments={comments} />
    ),
    [draft],
  );
  return (
    <SectionEditor
      module={module}
      kind="quiz"
      draft={draft}
      add={<AddQuestion draft={draft} />}
      readOnly={(questions) => (
        <QuestionList
          questions={questions}
          below={(id, index) => <ItemComments module={module} kind="quiz" id={id} index={index} />}
        />
      )}
    >
      {draw}
    </SectionEditor>
  );
}

function AddQuestion({ draft }: { draft: QuestionDraft }) {
  const isFull = useItemIds(draft).length >= CONTENT_LIMITS.questions;
  const full = useId();
  const add = (kind: QuestionKind) => {
    const question = newQuestion(kind);
    // Rendered before the next key press, which goes to its first field.
    flushSync(() => draft.edit((questions) => [...questions, question]));
    focusItem(question.id);
  };
  return (
    <Group gap="xs" mt="sm">
      {KINDS.map((kind) => (
        <Button
          key={kind}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-label={`Add a question: ${QUESTION_KINDS[kind]}`}
          aria-disabled={isFull || undefined}
          data-disabled={isFull || undefined}
          aria-describedby={isFull ? full : undefined}
          onClick={isFull ? undefined : () => add(kind)}
        >
          {QUESTION_KINDS[kind]}
        </Button>
      ))}
      {isFull && (
        <Text id={full} size="xs" c="dimmed" flex="1 0 100%">
          A module has at most {CONTENT_LIMITS.questions} questions. Write the rest in another module.
        </Text>
      )}
    </Group>
  );
}
