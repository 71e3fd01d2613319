import { expect, test } from '@playwright/test';
import { TRPCClientError } from '@trpc/client';
import type { Present } from '../src/features/authoring/draft-state.ts';
import { SectionDraft } from '../src/features/authoring/section-draft.ts';

// No browser: what is typed, and how it reaches the server, is kept apart from how it is drawn.

interface Note {
  id: string;
  text: string;
}

const note = (id: string, text = id): Note => ({ id, text });
const typed = (text: string) => (items: Note[]) => items.map((item) => (item.id === 'a' ? { ...item, text } : item));

function refusal(status: number, code: string, lock?: Present<Note>['lock']) {
  const data = { httpStatus: status, app_code: code, detail: code, request_id: 'r', lock: lock ?? undefined };
  return TRPCClientError.from({ error: { message: code, code: -32_000, data } });
}

/** A server with one section, as §6 has it; `next` stands before the next save, and may fail it before or after it happens. */
function serverWith(items: Note[]) {
  const there: Present<Note> = { version: 1, items, lock: null };
  const server = {
    there,
    saves: 0,
    underWay: 0,
    next: async (_save: () => void): Promise<void> => undefined,
    saveByOther(items: Note[]) {
      Object.assign(there, { version: there.version + 1, items });
    },
    draft: () => new SectionDraft<Note>({ ...there }, { save, look: async () => ({ ...there }) }),
  };
  async function save(version: number, items: Note[]) {
    server.saves += 1;
    server.underWay += 1;
    expect(server.underWay, 'saves at the same time').toBe(1);
    const apply = () => {
      if (there.lock !== null) throw refusal(423, 'content_locked', there.lock);
      if (version !== there.version) throw refusal(409, 'stale_version');
      Object.assign(there, { version: version + 1, items });
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
      version: there.version,
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
    kept: { items: [note('a', 'too late')] },
  });
  expect(draft.edit(typed('no'))).toBe(false);
  expect(draft.isUnsaved).toBe(true);
  server.there.lock = null;
  server.saveByOther([note('a', 'theirs')]);
  draft.receive({ ...server.there });
  expect(draft.read().items).toEqual([note('a', 'theirs')]);
  await draft.putBack();
  expect(draft.read()).toMatchObject({
    phase: 'conflict',
    conflicts: [{ mine: { text: 'too late' }, theirs: { text: 'theirs' } }],
  });
  expect(server.there.items).toEqual([note('a', 'theirs')]);
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
