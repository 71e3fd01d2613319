import type { ModuleDetail } from '@training/shared/courses/modules';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useCallback, useId } from 'react';
import { flushSync } from 'react-dom';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import { Button, Group, Text } from '@mantine/core';
import { useWorkspace } from '../../../lib/workspace.ts';
import { useKeptFocus } from '../../../ui/kept-focus.ts';
import { AuthorBar } from '../transitions/author-bar.tsx';
import { OpenQueries } from '../comments/open-queries.tsx';
import { UnsavedChangesGuard } from '../drafts/unsaved-changes-guard.tsx';
import { useSectionDrafts, type CardDraft, useItemIds, type QuestionDraft } from '../drafts/use-section-drafts.ts';
import { CardList } from '../../items/card-list.tsx';
import { CardEditor } from './card-editor.tsx';
import { ExplainedButton } from '../../../ui/explained-button.tsx';
import { focusItem } from '../item-focus.ts';
import { newCard, KINDS, type QuestionKind, newQuestion } from './new-item.ts';
import { SectionEditor } from './section-editor.tsx';
import { ItemComments } from '../section-frame.tsx';
import { QUESTION_KINDS } from '../../items/question-kinds.ts';
import { QuestionList } from '../../items/question-list.tsx';
import { ModuleHistory } from '../history.tsx';
import { QuestionEditor } from './question-editor.tsx';

/** The module page for its authors. */
export function ModuleEditor({ module }: { module: ModuleDetail }) {
  const { workspace, session, user } = useWorkspace();
  const drafts = useSectionDrafts(module, { email: session.email, workspace: workspace.id, id: user.id });
  const editor = useKeptFocus<HTMLDivElement>();
  return (
    <div ref={editor}>
      <OpenQueries module={module} />
      <AuthorBar module={module} drafts={drafts} />
      <CardsSection module={module} draft={drafts.flashcards} />
      <QuizSection module={module} draft={drafts.quiz} />
      {module.round > 0 && <ModuleHistory module={module} />}
      <UnsavedChangesGuard drafts={drafts} />
    </div>
  );
}

function CardsSection({ module, draft }: { module: ModuleDetail; draft: CardDraft }) {
  const draw = useCallback(
    (id: string, index: number, handle: ReactNode, comments: ReactNode) => (
      <CardEditor draft={draft} id={id} index={index} handle={handle} comments={comments} />
    ),
    [draft],
  );
  return (
    <SectionEditor
      module={module}
      kind="flashcards"
      draft={draft}
      add={<AddCard draft={draft} />}
      readOnly={(cards) => (
        <CardList
          cards={cards}
          below={(id, index) => <ItemComments module={module} kind="flashcards" id={id} index={index} />}
        />
      )}
    >
      {draw}
    </SectionEditor>
  );
}

function AddCard({ draft }: { draft: CardDraft }) {
  const isFull = useItemIds(draft).length >= CONTENT_LIMITS.cards;
  const add = () => {
    const card = newCard();
    // Rendered before the next key press, which goes to its first field.
    flushSync(() => draft.edit((cards) => [...cards, card]));
    focusItem(card.id);
  };
  return (
    <ExplainedButton
      mt="sm"
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      why={isFull ? `A module has at most ${CONTENT_LIMITS.cards} cards. Write the rest in another module.` : null}
      onClick={add}
    >
      Add a card
    </ExplainedButton>
  );
}

function QuizSection({ module, draft }: { module: ModuleDetail; draft: QuestionDraft }) {
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
