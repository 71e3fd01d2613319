import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import type { Flashcard, QuestionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import { problemsOfCard } from '@training/shared/courses/sections';
import { type ReactNode, useCallback, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePermissionReach, useWorkspaceSession } from '../../../lib/workspace.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { ExplainedButton } from '../../../ui/explained-button.tsx';
import { useFocusFallbackRef } from '../../../ui/focus.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { questionKindNameOf } from '../../items/question-kinds.ts';
import { OpenQueries } from '../comments/open-queries.tsx';
import {
  type CardSectionDraft,
  type QuizSectionDraft,
  type SectionDrafts,
  useDraftItemIds,
  useSectionDrafts,
} from '../drafts/use-section-drafts.ts';
import { ModuleReviewHistory } from '../history.tsx';
import { focusItem } from '../item-focus.ts';
import shared from '../modules.module.css';
import { ItemComments } from '../section-frame.tsx';
import { AuthorBar } from '../transitions/author-bar.tsx';
import classes from './editor.module.css';
import { type ItemEditorProps, ItemFrame } from './item-frame.tsx';
import { MarkdownField } from './markdown-field.tsx';
import { SELECTABLE_QUESTION_KINDS, createEmptyCard, createEmptyQuestion } from './new-item.ts';
import { QuestionEditor } from './question-editor.tsx';
import { SectionEditor } from './section-editor.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

// Only of sections that can't be edited.
const CardList = lazyComponent(async () => (await import('../../items/card-list.tsx')).ReadOnlyCardList, {
  isAmongInput: true,
});
const QuestionList = lazyComponent(async () => (await import('../../items/question-list.tsx')).QuestionList, {
  isAmongInput: true,
});

/** Saves before the user leaves the page, and asks for confirmation if that fails. */
function UnsavedChangesGuard({ drafts: { flashcards, quiz, keep } }: { drafts: SectionDrafts }) {
  const [isKept, setKept] = useState(false);
  const isUnsaved = () => flashcards.isUnsaved || quiz.isUnsaved;
  // Edits stored in the browser are offered again later; what was just typed may not be stored yet.
  const isAtRisk = () => isUnsaved() && (!keep() || flashcards.isEdited || quiz.isEdited);
  const leaving = useBlocker({
    shouldBlockFn: async () => {
      if (!isUnsaved()) return false;
      await Promise.all([flashcards.flush(), quiz.flush()]);
      setKept(keep());
      return isAtRisk();
    },
    enableBeforeUnload: isAtRisk,
    withResolver: true,
  });
  return (
    <Dialog opened={leaving.status === 'blocked'} onClose={() => leaving.reset?.()} title={t('leaveQuestion')}>
      <Stack>
        <Text>{t(isKept ? 'notSavedButKept' : 'notSavedAndLost')}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => leaving.reset?.()} data-autofocus>
            {t('stayHere')}
          </Button>
          <Button color="red" onClick={() => leaving.proceed?.()}>
            {t('leave')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** The editor of a flashcard: both sides in Markdown, or a preview. */
function CardEditor(props: ItemEditorProps<Flashcard>) {
  return (
    <ItemFrame {...props} section="flashcards" problemsOf={problemsOfCard}>
      {({ item: card, about, isPreviewed, onChange }) => (
        <div className={`${shared.sides} ${classes.card}`}>
          <MarkdownField
            label={t('front')}
            name={t('frontOf', { about })}
            value={card.front}
            max={CONTENT_LIMITS.front}
            isPreviewed={isPreviewed}
            onChange={(front) => onChange({ ...card, front })}
          />
          <MarkdownField
            label={t('back')}
            name={t('backOf', { about })}
            value={card.back}
            max={CONTENT_LIMITS.back}
            isPreviewed={isPreviewed}
            onChange={(back) => onChange({ ...card, back })}
          />
        </div>
      )}
    </ItemFrame>
  );
}

/** The module page for its authors. */
export function ModuleEditor({ module }: { module: ModuleDetail }) {
  const { workspace, session, user } = useWorkspaceSession();
  const drafts = useSectionDrafts(module, { email: session.email, workspace: workspace.id, id: user.id });
  const editor = useFocusFallbackRef<HTMLDivElement>();
  return (
    <div ref={editor}>
      <OpenQueries module={module} />
      <AuthorBar module={module} drafts={drafts} />
      <CardsSection module={module} draft={drafts.flashcards} />
      <QuizSection module={module} draft={drafts.quiz} />
      {module.round > 0 && <ModuleReviewHistory module={module} />}
      <UnsavedChangesGuard drafts={drafts} />
    </div>
  );
}

function CardsSection({ module, draft }: { module: ModuleDetail; draft: CardSectionDraft }) {
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

function AddCard({ draft }: { draft: CardSectionDraft }) {
  const isFull = useDraftItemIds(draft).length >= CONTENT_LIMITS.cards;
  const add = () => {
    const card = createEmptyCard();
    // Rendered before the next key press, which goes to its first field.
    flushSync(() => draft.edit((cards) => [...cards, card]));
    focusItem(card.id);
  };
  return (
    <ExplainedButton
      mt="sm"
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
      why={isFull ? t('mostCards', { most: CONTENT_LIMITS.cards }) : null}
      onClick={add}
    >
      {t('addACard')}
    </ExplainedButton>
  );
}

/** Only of published modules, and only for those who may see how people answer. */
const QuestionStatistics = lazyComponent(async () => (await import('../question-statistics.tsx')).QuestionStatistics, {
  isAmongInput: true,
  Placeholder: () => null,
});

function QuizSection({ module, draft }: { module: ModuleDetail; draft: QuizSectionDraft }) {
  const hasStatistics = usePermissionReach('learners:compare') !== undefined && module.status === 'published';
  const statisticsOf = useCallback(
    (id: string) => hasStatistics && <QuestionStatistics moduleId={module.id} draft={draft} id={id} />,
    [hasStatistics, module.id, draft],
  );
  const draw = useCallback(
    (id: string, index: number, handle: ReactNode, comments: ReactNode) => (
      <QuestionEditor
        draft={draft}
        id={id}
        index={index}
        handle={handle}
        comments={
          <>
            {statisticsOf(id)}
            {comments}
          </>
        }
      />
    ),
    [draft, statisticsOf],
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
          below={(id, index) => (
            <>
              {statisticsOf(id)}
              <ItemComments module={module} kind="quiz" id={id} index={index} />
            </>
          )}
        />
      )}
    >
      {draw}
    </SectionEditor>
  );
}

function AddQuestion({ draft }: { draft: QuizSectionDraft }) {
  const isFull = useDraftItemIds(draft).length >= CONTENT_LIMITS.questions;
  const full = useId();
  const add = (kind: QuestionKind) => {
    const question = createEmptyQuestion(kind);
    // Rendered before the next key press, which goes to its first field.
    flushSync(() => draft.edit((questions) => [...questions, question]));
    focusItem(question.id);
  };
  return (
    <Group gap="xs" mt="sm">
      {SELECTABLE_QUESTION_KINDS.map((kind) => (
        <Button
          key={kind}
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          aria-label={t('addQuestionOf', { kind: questionKindNameOf(kind) })}
          aria-disabled={isFull || undefined}
          data-disabled={isFull || undefined}
          aria-describedby={isFull ? full : undefined}
          onClick={isFull ? undefined : () => add(kind)}
        >
          {questionKindNameOf(kind)}
        </Button>
      ))}
      {isFull && (
        <Text id={full} size="xs" c="dimmed" flex="1 0 100%">
          {t('mostQuestions', { most: CONTENT_LIMITS.questions })}
        </Text>
      )}
    </Group>
  );
}
