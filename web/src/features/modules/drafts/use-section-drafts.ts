import { Flashcard, Question, type SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { tooLongForSection } from '@training/shared/courses/section-length';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { HttpError } from '../../../lib/api/http-error.ts';
import { SLOW, trpc } from '../../../lib/api/trpc.ts';
import type { Place } from '../../../lib/autosave/unsaved-words.ts';
import type { DraftState } from './draft-state.ts';
import { SectionDraft } from './section-draft.ts';
import { lockOf } from '../standing.ts';
import { saveInBrowser, unsavedAt } from './unsaved-text.ts';

export type CardDraft = SectionDraft<Flashcard>;
export type QuestionDraft = SectionDraft<Question>;

export interface SectionDrafts {
  flashcards: CardDraft;
  quiz: QuestionDraft;
  /** Stores unsaved edits in the browser immediately; returns true if everything is stored. */
  keep: () => boolean;
}

/** The author of the drafts. */
type Author = Pick<Place, 'email' | 'workspace'> & { id: string };

/**
 * Creates the drafts of both sections, which live as long as the page and receive every change of the module. Unsaved
 * edits of `author` survive reloads and browser restarts, and are offered again.
 */
export function useSectionDrafts(module: ModuleDetail, author: Author): SectionDrafts {
  const utils = trpc.useUtils();
  const [drafts] = useState(() => begin(utils, module, author));
  const { id } = author;
  useEffect(() => {
    drafts.flashcards.receive(presentCards(module, { id }));
    drafts.quiz.receive(presentQuestions(module, { id }));
  }, [drafts, module, id]);
  useEffect(() => {
    const save = () => {
      // Synchronous storage first: the page may be closed before a response arrives.
      drafts.keep();
      void drafts.flashcards.flush();
      void drafts.quiz.flush();
    };
    const saveWhenHidden = () => document.visibilityState === 'hidden' && save();
    document.addEventListener('visibilitychange', saveWhenHidden);
    window.addEventListener('pagehide', drafts.keep);
    return () => {
      document.removeEventListener('visibilitychange', saveWhenHidden);
      window.removeEventListener('pagehide', drafts.keep);
      save();
    };
  }, [drafts]);
  return drafts;
}

/** Subscribes to a draft's state. */
export function useDraftState<Item extends { id: string }>(draft: SectionDraft<Item>): DraftState<Item> {
  return useSyncExternalStore(draft.subscribe, draft.read);
}

/**
 * Subscribes to the ids of a draft's items, in order. A list that uses only these doesn't re-render while the user
 * types.
 */
export function useItemIds<Item extends { id: string }>(draft: SectionDraft<Item>): string[] {
  return useSyncExternalStore(draft.subscribe, draft.readIds);
}

export function useItem<Item extends { id: string }>(draft: SectionDraft<Item>, id: string): Item | undefined {
  return useSyncExternalStore(draft.subscribe, () => draft.readItem(id));
}

function begin(
  { client, modules, courses }: ReturnType<typeof trpc.useUtils>,
  module: ModuleDetail,
  author: Author,
): SectionDrafts {
  const { email, workspace } = author;
  const module_id = module.id;
  const [cards, questions] = [presentCards(module, author), presentQuestions(module, author)];
  const placeOf = (section: SectionKind): Place => ({ email, workspace, about: [module_id, section] });
  const look = () => client.modules.get.query({ id: module_id });
  /** Invalidates other views in this tab, in case live updates are delayed. */
  const told = <Saved>(saved: Saved): Saved => {
    void modules.get.invalidate({ id: module_id }, { refetchType: 'none' });
    void courses.invalidate();
    return saved;
  };
  const flashcards = new SectionDraft<Flashcard>(
    cards,
    {
      save: async (version, items) =>
        told(
          await client.modules.saveSection.mutate(fitting({ section: 'flashcards', module_id, version, items }), ALONE),
        ),
      look: async () => presentCards(await look(), author),
    },
    unsavedAt(placeOf('flashcards'), Flashcard, cards.items),
  );
  const quiz = new SectionDraft<Question>(
    questions,
    {
      save: async (version, items) =>
        told(await client.modules.saveSection.mutate(fitting({ section: 'quiz', module_id, version, items }), ALONE)),
      look: async () => presentQuestions(await look(), author),
    },
    unsavedAt(placeOf('quiz'), Question, questions.items),
  );
  const keepCards = saveInBrowser(flashcards, placeOf('flashcards'));
  const keepQuestions = saveInBrowser(quiz, placeOf('quiz'));
  return { flashcards, quiz, keep: () => [keepCards(), keepQuestions()].every(Boolean) };
}

type Myself = Pick<Author, 'id'>;

function present(module: ModuleDetail, kind: SectionKind, { id }: Myself) {
  const { version, saved_by } = module[kind];
  return { version, lock: lockOf(module, kind), by: saved_by?.id === id ? null : (saved_by?.name ?? null) };
}

const presentCards = (module: ModuleDetail, me: Myself) => ({
  ...present(module, 'flashcards', me),
  items: module.flashcards.cards,
});
const presentQuestions = (module: ModuleDetail, me: Myself) => ({
  ...present(module, 'quiz', me),
  items: module.quiz.questions,
});

/** Avoids batching: each section fits into a request, but both together may not. */
const ALONE = SLOW.trpc;

/**
 * Refuses a section larger than a request here, because the server's error would have no readable message.
 * @throws HttpError
 */
function fitting<Save extends { items: (Flashcard | Question)[] }>(save: Save): Save {
  const detail = tooLongForSection(save.items);
  if (detail !== null)
    throw new HttpError({ code: 'invalid_request', status: 400, detail, request_id: null, errors: [] });
  return save;
}
