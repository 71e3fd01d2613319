import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';
import { recordSeenCards, recordCardOnScreen } from './record-seen-cards.ts';
import { readModuleForStudy } from './read-module-for-study.ts';
import { startModule } from './start-module.ts';

const server = await startTestServer();
const { make } = server;

/** A learner who has started a module of so many cards, and no questions; `at` is so many milliseconds later. */
async function started(count = 3) {
  const workspace = await make.workspace();
  const course = await make.course(workspace, { published: true });
  const cards = Array.from({ length: count }, () => ({ id: newId(), front: 'Front', back: 'Back' }));
  const { id: module_id } = await make.module(workspace, course.id, { status: 'published', cards, questions: [] });
  const { id, fullName: name, email } = await make.user(workspace);
  const actor = { kind: 'user' as const, id, name, email, role: 'learner' as const, departmentId: null };
  const start = Date.now();
  const at = (milliseconds: number) => ({
    ...make.contextOf(workspace),
    actor,
    reach: 'own' as const,
    now: new Date(start + milliseconds),
  });
  const { enrollment_id } = await startModule(at(0), { module_id });
  const { revision } = await readModuleForStudy(at(0), { module_id });
  const studied = { enrollment_id, revision_id: revision.id };
  const ids = cards.map((card) => card.id);
  return {
    ids,
    show: (milliseconds: number, card: number) =>
      recordCardOnScreen(at(milliseconds), { ...studied, card_id: ids[card]! }),
    see: (milliseconds: number, ...which: number[]) =>
      recordSeenCards(at(milliseconds), { ...studied, card_ids: which.map((card) => ids[card]!) }),
    showOther: () => recordCardOnScreen(at(0), { ...studied, card_id: newId() }),
  };
}

// rules/learning 8
test('one call that says that all cards were seen counts none of them, however long nobody looked', async () => {
  const { see, show, ids } = await started();
  expect(await see(60_000, 0, 1, 2)).toMatchObject({ cards_seen: 0, status: 'in_progress', uncounted: ids });
  await show(60_000, 1);
  const state = await see(120_000, 0, 1, 2);
  expect(state).toMatchObject({ cards_seen: 1, uncounted: expect.arrayContaining([ids[0], ids[2]]) });
  expect(state.uncounted).toHaveLength(2);
});

// rules/learning 8
test('a card counts once it has been on screen for a second by the server’s clock, and each once', async () => {
  const { see, show, ids } = await started();
  await show(0, 0);
  expect(await see(999, 0)).toMatchObject({ cards_seen: 0, uncounted: [ids[0]] });
  expect(await see(1_000, 0)).toMatchObject({ cards_seen: 1, uncounted: [] });
  expect(await see(1_001, 0)).toMatchObject({ cards_seen: 1, uncounted: [] });
  await show(1_001, 1);
  await see(2_001, 1);
  await show(2_001, 2);
  expect(await see(3_001, 2)).toMatchObject({ cards_seen: 3, status: 'completed', uncounted: [] });
});

// rules/learning 8
test('what another card took the place of starts anew, so that cards shown at once take a second each', async () => {
  const { see, show, ids } = await started();
  await Promise.all([show(0, 0), show(0, 1), show(0, 2)]);
  expect(await see(5_000, 0, 1, 2)).toMatchObject({ cards_seen: 1 });
  await show(6_000, 0);
  await show(6_500, 1);
  await show(6_600, 0);
  expect((await see(7_500, 0)).uncounted.every((id) => id === ids[0])).toBe(true);
});

test('cards whose calls were begun at once and held back take a second each', async () => {
  const { see, show, ids } = await started();
  await show(0, 0);
  expect(await see(1_500, 0)).toMatchObject({ cards_seen: 1 });
  await show(0, 1);
  expect(await see(1_501, 1)).toMatchObject({ cards_seen: 1, uncounted: [ids[1]] });
  expect(await see(2_500, 1)).toMatchObject({ cards_seen: 2, uncounted: [] });
});

test('the same card shown again, by another tab or after a lost answer, stays on screen since it was', async () => {
  const { see, show } = await started(1);
  await show(0, 0);
  await Promise.all([show(900, 0), show(950, 0)]);
  const [one, other] = await Promise.all([see(1_000, 0), see(1_000, 0)]);
  expect([one, other]).toMatchObject([{ status: 'completed' }, { status: 'completed' }]);
});

// rules/learning 8
test('a card of another revision cannot be shown', async () => {
  const { showOther } = await started(1);
  await expect(showOther()).rejects.toMatchObject({ code: 'invalid_request' });
});
