import { Flashcard, Question, type SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { findSectionTooLongMessage } from '@training/shared/courses/section-length';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { HttpError } from '../../../lib/api/http-error.ts';
import { SLOW_QUERY_OPTIONS, trpc } from '../../../lib/api/trpc.ts';
import {
  deleteUnsavedInput,
  type UnsavedPlace,
  loadStoredUnsavedInputs,
  storeUnsavedInput,
} from '../../../lib/unsaved-input/unsaved-input.ts';
import { sectionLockOf } from '../module-state.ts';
import type { SectionDraftState, InterruptedEdits, UnsavedEdits } from './draft-state.ts';
import { indexItemsById, type ItemWithId, hasEditsMissingFrom, isEqualAsJson } from './merge.ts';
import { SectionDraft } from './section-draft.ts';

/** Milliseconds before edits are stored in the browser, and thus the maximum loss in a crash. */
const PAUSE = 1_000;

/** Returns the edits stored in this browser that aren't in the current section, and deletes the others. */
export function loadStoredUnsavedEdits<Item extends ItemWithId>(
  place: UnsavedPlace,
  item: z.ZodType<Item>,
  present: Item[],
): InterruptedEdits<Item>[] {
  const items = z.array(item);
  const ids = z.array(z.string());
  const Stored = z.object({ from: items, items, order: z.object({ from: ids, items: ids }) });
  const kept: InterruptedEdits<Item>[] = [];
  for (const [id, words] of loadStoredUnsavedInputs(place)) {
    const { data } = Stored.safeParse(words);
    const found = data && { ...fromStoredEdits(data, present), id, because: 'closed' as const };
    if (found !== undefined && hasEditsMissingFrom(found, present)) kept.push(found);
    else deleteUnsavedInput(place, id);
  }
  return kept;
}

/**
 * Stores the unsaved edits of `draft` in the browser until the server has them. Returns a function that does so
 * immediately and returns true if everything is stored.
 */
export function startStoringEdits<Item extends ItemWithId>(
  draft: SectionDraft<Item>,
  place: UnsavedPlace,
): () => boolean {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stored = new Map(draft.unsaved.map((unsaved) => [unsaved.id, unsaved]));
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    const before = stored;
    stored = new Map();
    let isKept = true;
    for (const unsaved of draft.unsaved) {
      const last = before.get(unsaved.id);
      const isThere = last?.items === unsaved.items && last.from === unsaved.from;
      if (isThere || storeUnsavedInput(place, unsaved.id, toStoredEdits(unsaved))) {
        stored.set(unsaved.id, unsaved);
      } else {
        isKept = false;
        if (last !== undefined) stored.set(unsaved.id, last);
      }
    }
    for (const id of before.keys()) if (!stored.has(id)) deleteUnsavedInput(place, id);
    return isKept;
  };
  draft.subscribe(() => {
    if (!draft.isUnsaved) keep();
    else timer ??= setTimeout(keep, PAUSE);
  });
  return keep;
}

/** Returns the stored form: full texts only for edited items, and the order of all. */
export function toStoredEdits<Item extends ItemWithId>({ from, items }: Pick<UnsavedEdits<Item>, 'from' | 'items'>) {
  const [was, is] = [indexItemsById(from), indexItemsById(items)];
  const isTyped = ({ id }: Item) => !isEqualAsJson(was.get(id), is.get(id));
  const idsOf = (list: Item[]) => list.map(({ id }) => id);
  return {
    from: from.filter(isTyped),
    items: items.filter(isTyped),
    order: { from: idsOf(from), items: idsOf(items) },
  };
}

/** Restores the stored form. Unedited items are taken from the current version, as merging would do. */
export function fromStoredEdits<Item extends ItemWithId>(
  { from, items, order }: ReturnType<typeof toStoredEdits<Item>>,
  present: Item[],
): Pick<UnsavedEdits<Item>, 'from' | 'items'> {
  const now = indexItemsById(present);
  const whole = (ids: string[], typed: Map<string, Item>) => ids.flatMap((id) => typed.get(id) ?? now.get(id) ?? []);
  return { from: whole(order.from, indexItemsById(from)), items: whole(order.items, indexItemsById(items)) };
}

export type CardSectionDraft = SectionDraft<Flashcard>;
export type QuizSectionDraft = SectionDraft<Question>;

export interface SectionDrafts {
  flashcards: CardSectionDraft;
  quiz: QuizSectionDraft;
  /** Stores unsaved edits in the browser immediately; returns true if everything is stored. */
  keep: () => boolean;
}

/** The author of the drafts. */
type Author = Pick<UnsavedPlace, 'email' | 'workspace'> & { id: string };

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
export function useDraftState<Item extends { id: string }>(draft: SectionDraft<Item>): SectionDraftState<Item> {
  return useSyncExternalStore(draft.subscribe, draft.read);
}

/**
 * Subscribes to the ids of a draft's items, in order. A list that uses only these doesn't re-render while the user
 * types.
 */
export function useDraftItemIds<Item extends { id: string }>(draft: SectionDraft<Item>): string[] {
  return useSyncExternalStore(draft.subscribe, draft.readIds);
}

export function useDraftItemValue<Item extends { id: string }>(
  draft: SectionDraft<Item>,
  id: string,
): Item | undefined {
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
  const placeOf = (section: SectionKind): UnsavedPlace => ({ email, workspace, about: [module_id, section] });
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
    loadStoredUnsavedEdits(placeOf('flashcards'), Flashcard, cards.items),
  );
  const quiz = new SectionDraft<Question>(
    questions,
    {
      save: async (version, items) =>
        told(await client.modules.saveSection.mutate(fitting({ section: 'quiz', module_id, version, items }), ALONE)),
      look: async () => presentQuestions(await look(), author),
    },
    loadStoredUnsavedEdits(placeOf('quiz'), Question, questions.items),
  );
  const keepCards = startStoringEdits(flashcards, placeOf('flashcards'));
  const keepQuestions = startStoringEdits(quiz, placeOf('quiz'));
  return { flashcards, quiz, keep: () => [keepCards(), keepQuestions()].every(Boolean) };
}

type Myself = Pick<Author, 'id'>;

function present(module: ModuleDetail, kind: SectionKind, { id }: Myself) {
  const { version, saved_by } = module[kind];
  return { version, lock: sectionLockOf(module, kind), by: saved_by?.id === id ? null : (saved_by?.name ?? null) };
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
const ALONE = SLOW_QUERY_OPTIONS.trpc;

/**
 * Refuses a section larger than a request here, because the server's error would have no readable message.
 * @throws HttpError
 */
function fitting<Save extends { items: (Flashcard | Question)[] }>(save: Save): Save {
  const detail = findSectionTooLongMessage(save.items);
  if (detail !== null)
    throw new HttpError({ code: 'invalid_request', status: 400, detail, request_id: null, errors: [] });
  return save;
}
