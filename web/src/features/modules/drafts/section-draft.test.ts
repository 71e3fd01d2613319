import { TRPCClientError } from '@trpc/client';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Note } from '../../../../test/notes.ts';
import type { ServerSection, UnsavedEdits } from './draft-state.ts';
import { hasEditsMissingFrom } from './merge.ts';
import { SectionDraft } from './section-draft.ts';
import { fromStoredEdits, toStoredEdits } from './use-section-drafts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const note = (id: string, text = id): Note => ({ id, text });
const typed = (text: string) => (items: Note[]) => items.map((item) => (item.id === 'a' ? { ...item, text } : item));

function refusal(status: number, code: string, lock?: ServerSection<Note>['lock']) {
  const data = { httpStatus: status, app_code: code, detail: code, request_id: 'r', lock: lock ?? undefined };
  return TRPCClientError.from({ error: { message: code, code: -32_000, data } });
}

/**
 * A fake server with one section, following rules/review 2. `next` runs before the next save, and can make it fail
 * before or after it is applied.
 */
function serverWith(items: Note[]) {
  const there: ServerSection<Note> = { version: 1, items, by: null, lock: null };
  const server = {
    there,
    saves: 0,
    underWay: 0,
    next: async (_save: () => void): Promise<void> => undefined,
    saveByOther(items: Note[], by: string | null = null) {
      Object.assign(there, { version: there.version + 1, items, by });
    },
    /** Opens a page. It offers unsaved edits from an earlier one. */
    draft: (unsaved: UnsavedEdits<Note>[] = []) => {
      const stored = unsaved.map(({ id, ...words }) => ({ ...fromStoredEdits(toStoredEdits(words), there.items), id }));
      const kept = stored
        .filter((each) => hasEditsMissingFrom(each, there.items))
        .map((each) => ({ ...each, because: 'closed' as const }));
      return new SectionDraft<Note>({ ...there }, { save, look: async () => ({ ...there }) }, kept);
    },
  };
  async function save(version: number, items: Note[]) {
    server.saves += 1;
    server.underWay += 1;
    expect(server.underWay, 'saves at the same time').toBe(1);
    let saved: number | undefined;
    const apply = () => {
      if (saved !== undefined) return;
      if (there.lock !== null) throw refusal(423, 'content_locked', there.lock);
      if (version !== there.version) throw refusal(409, 'stale_version');
      saved = version + 1;
      Object.assign(there, { version: saved, items });
    };
    const { next } = server;
    server.next = async () => undefined;
    try {
      await next(apply);
      apply();
    } finally {
      server.underWay -= 1;
    }
    const [saved_at, content_hash] = ['2026-01-01T00:00:00.000Z', ''];
    return {
      module_id: 'm',
      section: 'quiz' as const,
      state: 'editable' as const,
      version: saved ?? version,
      saved_at,
      content_hash,
    };
  }
  return server;
}

test('what is typed while a save is under way is saved after it', async () => {
  const server = serverWith([note('a')]);
  const draft = server.draft();
  draft.edit(typed('one'));
  server.next = async () => {
    draft.edit(typed('two'));
  };
  expect(await draft.flush()).toBe(true);
  expect(server.there).toMatchObject({ version: 3, items: [{ text: 'two' }] });
  expect(server.saves).toBe(2);
  expect(draft.read().phase).toBe('saved');
  expect(await draft.flush()).toBe(true);
  expect(server.saves).toBe(2);
});

test('a save whose answer is lost is no conflict with itself', async () => {
  const server = serverWith([note('a'), note('b')]);
  const draft = server.draft();
  draft.edit(typed('one'));
  server.next = async (save) => {
    save();
    throw new TRPCClientError('the connection was lost');
  };
  expect(await draft.flush()).toBe(false);
  expect(draft.read()).toMatchObject({ phase: 'failed', problem: { code: 'unreachable' } });
  expect(await draft.flush()).toBe(true);
  expect(draft.read()).toMatchObject({ phase: 'saved', conflicts: [], news: null });
  expect(server.there.items).toEqual([note('a', 'one'), note('b')]);
});

test('both sides of a conflict stay until somebody chooses, also when more is saved meanwhile', async () => {
  const server = serverWith([note('a'), note('b')]);
  const draft = server.draft();
  draft.edit(typed('mine'));
  server.saveByOther([note('a', 'theirs'), note('b', 'theirs')]);
  expect(await draft.flush()).toBe(false);
  expect(draft.read()).toMatchObject({ phase: 'conflict', conflicts: [{ id: 'a' }] });
  expect(await draft.flush()).toBe(false);
  expect(server.there.items).toEqual([note('a', 'theirs'), note('b', 'theirs')]);
  server.saveByOther([note('a', 'theirs again'), note('b', 'theirs')]);
  draft.receive({ ...server.there });
  expect(draft.read().conflicts).toEqual([{ id: 'a', mine: note('a', 'mine'), theirs: note('a', 'theirs again') }]);
  draft.resolve(new Map([['a', 'mine']]));
  expect(await draft.flush()).toBe(true);
  expect(server.there.items).toEqual([note('a', 'mine'), note('b', 'theirs')]);
});

test('a lock keeps what was typed, and putting it back overwrites nobody', async () => {
  const server = serverWith([note('a')]);
  const draft = server.draft();
  draft.edit(typed('too late'));
  server.there.lock = { section: 'quiz', round: 1, since: '2026-01-01T00:00:00.000Z', by: 'Toni' };
  expect(await draft.flush()).toBe(false);
  expect(draft.read()).toMatchObject({
    items: [note('a')],
    lock: { by: 'Toni' },
    kept: [{ items: [note('a', 'too late')], because: 'locked' }],
  });
  expect(draft.edit(typed('no'))).toBe(false);
  expect(draft.isUnsaved).toBe(true);
  server.there.lock = null;
  server.saveByOther([note('a', 'theirs')]);
  draft.receive({ ...server.there });
  expect(draft.read().items).toEqual([note('a', 'theirs')]);
  await draft.putBack(draft.read().kept[0]?.id ?? '');
  expect(draft.read().kept).toEqual([]);
  expect(draft.read()).toMatchObject({
    phase: 'conflict',
    conflicts: [{ mine: { text: 'too late' }, theirs: { text: 'theirs' } }],
  });
  expect(server.there.items).toEqual([note('a', 'theirs')]);
});

test('an item that somebody else has written carries their name, in a conflict too, and no other item does', async () => {
  const server = serverWith([note('a'), note('b')]);
  const draft = server.draft();
  server.saveByOther([note('a'), note('b', 'by Toni')], 'Toni');
  draft.receive({ ...server.there });
  expect([...draft.read().writers].map(([id, { name }]) => [id, name])).toEqual([['b', 'Toni']]);
  draft.edit(typed('mine'));
  server.saveByOther([note('a', 'theirs'), note('b', 'by Toni')], 'Uma');
  draft.receive({ ...server.there });
  expect(draft.read()).toMatchObject({ phase: 'conflict', conflicts: [{ id: 'a' }] });
  expect(draft.read().writers.get('a')?.name).toBe('Uma');
  expect(draft.read().writers.get('b')?.name).toBe('Toni');
});

test('news that are older than what is known change nothing', async () => {
  const server = serverWith([note('a')]);
  const draft = server.draft();
  const old = { ...server.there };
  draft.edit(typed('new'));
  await draft.flush();
  draft.receive(old);
  expect(draft.read()).toMatchObject({ items: [note('a', 'new')], phase: 'saved', news: null });
});

const STEPS = [
  ...(['type', 'add', 'remove', 'other', 'other removes', 'news', 'old news'] as const),
  ...(['save', 'answer lost', 'no answer', 'type before answer', 'other before save', 'other before answer'] as const),
  ...(['lock', 'open', 'mine', 'theirs', 'put back', 'reload'] as const),
];

const steps = fc.array(fc.record({ kind: fc.constantFrom(...STEPS), at: fc.nat({ max: 2 }) }), { maxLength: 25 });

/** A user, a colleague and a server. Tracks which words of the user must still exist somewhere. */
function story() {
  const server = serverWith([note('a'), note('b'), note('c')]);
  let draft = server.draft();
  let count = 0;
  let old = { ...server.there };
  const owed = new Set<string>();
  const seen = new Set<string>();
  const lock: ServerSection<Note>['lock'] = {
    section: 'quiz',
    round: 1,
    since: '2026-01-01T00:00:00.000Z',
    by: 'Toni',
  };

  const idAt = (items: Note[], at: number) => items[at]?.id;
  const shown = (id: string | undefined) => draft.read().items.find((item) => item.id === id)?.text ?? '';
  const write = (change: (items: Note[]) => Note[], word: string) => draft.edit(change) && owed.add(word);
  const other = (change: (items: Note[]) => Note[]) => {
    old = { ...server.there };
    if (server.there.lock === null) server.saveByOther(change(server.there.items));
  };
  const choose = (side: 'mine' | 'theirs') => {
    const { conflicts } = draft.read();
    if (side === 'theirs') for (const { id } of conflicts) owed.delete(shown(id));
    draft.resolve(new Map(conflicts.map(({ id }) => [id, side])));
  };

  async function step(kind: (typeof STEPS)[number], at: number): Promise<void> {
    count += 1;
    const word = `${kind} ${count}`;
    const id = idAt(draft.read().items, at);
    const isOpen = draft.read().lock === null;
    switch (kind) {
      case 'type before answer':
        server.next = async () => step('type', at);
        break;
      case 'other before save':
      case 'other before answer':
        server.next = async (save) => {
          if (kind === 'other before answer') save();
          lost();
          await step('other', at);
          await step('news', at);
        };
        break;
      case 'type':
        if (id === undefined || !isOpen) return;
        owed.delete(shown(id));
        write((items) => items.map((item) => (item.id === id ? note(id, word) : item)), word);
        return;
      case 'add':
        write((items) => items.toSpliced(at, 0, note(word)), word);
        return;
      case 'remove':
        if (isOpen) owed.delete(shown(id));
        draft.edit((items) => items.filter((item) => item.id !== id));
        return;
      case 'other':
        other((items) => items.map((item, index) => (index === at ? note(item.id, word) : item)));
        return;
      case 'other removes':
        other((items) => items.toSpliced(at, 1));
        return;
      case 'answer lost':
        server.next = async (save) => {
          save();
          throw new TRPCClientError('the connection was lost');
        };
        break;
      case 'no answer':
        server.next = () => Promise.reject(new TRPCClientError('the server is away'));
        break;
      case 'news':
        draft.receive({ ...server.there });
        return;
      case 'old news':
        draft.receive(old);
        return;
      case 'lock':
      case 'open':
        server.there.lock = kind === 'lock' ? lock : null;
        draft.receive({ ...server.there });
        return;
      case 'mine':
      case 'theirs':
        choose(kind);
        break;
      case 'put back':
        await draft.putBack(draft.read().kept[at]?.id ?? '');
        return;
      case 'reload':
        draft = server.draft(draft.unsaved);
        return;
      case 'save':
    }
    await draft.flush();
    server.next = async () => undefined;
  }

  /** Returns the user's words that were lost: neither shown, nor stored, nor ever saved. */
  function lost(): string[] {
    for (const { text } of server.there.items) seen.add(text);
    const there = [draft.read().items, ...draft.unsaved.map(({ items }) => items)].flat();
    return [...owed].filter((word) => !seen.has(word) && !there.some(({ text }) => text === word));
  }

  async function settle(): Promise<void> {
    await step('open', 0);
    for (let tries = 0; draft.isUnsaved && tries < 20; tries += 1) {
      await step('mine', 0);
      await step('put back', 0);
      await step('save', 0);
      lost();
    }
  }
  return { server, step, lost, settle, read: () => draft.read(), isUnsaved: () => draft.isUnsaved };
}

test('no word is lost, whatever happens meanwhile, and in the end the server has what is shown', async () => {
  const property = fc.asyncProperty(steps, async (told) => {
    const { server, step, lost, settle, read, isUnsaved } = story();
    for (const { kind, at } of told) {
      await step(kind, at);
      expect(lost()).toEqual([]);
    }
    await settle();
    expect(lost()).toEqual([]);
    expect(isUnsaved()).toBe(false);
    expect(read().items).toEqual(server.there.items);
  });
  await fc.assert(property, { numRuns: 1_000 });
});
