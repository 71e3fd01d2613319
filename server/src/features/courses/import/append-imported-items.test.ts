import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';
import { authoringOn, card, fill, question, refused } from '../modules/authoring-fixture.ts';

const server = await startTestServer();
const { draft, person, submitted, audited } = authoringOn(server);

// rules/courses-and-modules 18
test('imported items are appended to both sections as an edit, and what is there already stays as it is', async () => {
  const { client, module, user } = await draft();
  await fill(client, module.id);
  const before = await client.modules.get.query({ id: module.id });
  const known = { ...before.flashcards.cards[0]!, front: 'Other words' };
  const [added, asked] = [card({ front: 'Imported' }), question('Imported?')];
  const input = {
    module_id: module.id,
    flashcards: { version: before.flashcards.version, items: [known, added] },
    quiz: { version: before.quiz.version, items: [asked] },
  };
  expect(await client.modules.append.mutate(input)).toEqual({ module_id: module.id, cards: 1, questions: 1 });
  const after = await client.modules.get.query({ id: module.id });
  expect(after.flashcards.cards).toEqual([...before.flashcards.cards, added]);
  expect(after.quiz.questions).toEqual([...before.quiz.questions, asked]);
  expect(after.flashcards.saved_by).toMatchObject({ id: user.id });
  expect((await audited(module.id)).slice(-2)).toMatchObject([
    { action: 'module.section_edited', changes: { section: 'flashcards', items: [1, 2] } },
    { action: 'module.section_edited', changes: { section: 'quiz', items: [1, 2] } },
  ]);
});

// rules/courses-and-modules 18
test('an edit meanwhile is 409 for the whole import, and nothing of it is written', async () => {
  const { client, module } = await draft();
  await fill(client, module.id);
  const { flashcards, quiz } = await client.modules.get.query({ id: module.id });
  const input = {
    module_id: module.id,
    flashcards: { version: flashcards.version, items: [card()] },
    quiz: { version: quiz.version - 1, items: [question()] },
  };
  await expect(client.modules.append.mutate(input)).rejects.toMatchObject(refused('stale_version'));
  expect(await client.modules.get.query({ id: module.id })).toMatchObject({ flashcards, quiz });
});

// rules/courses-and-modules 4, rules/courses-and-modules 18
test('under review it is 423, and of another department 403', async () => {
  const { client, module, workspace } = await draft();
  const { flashcards } = await submitted(client, module.id);
  const input = { module_id: module.id, flashcards: { version: flashcards.version, items: [card()] } };
  await expect(client.modules.append.mutate(input)).rejects.toMatchObject(
    refused('content_locked', { lock: expect.objectContaining({ section: 'flashcards' }) }),
  );
  const other = await person(workspace, 'trainer', (await server.make.department(workspace)).id);
  await expect(other.client.modules.append.mutate(input)).rejects.toMatchObject(refused('forbidden'));
});

// rules/courses-and-modules 18
test('more than a section holds, media of nobody and a suggestion are refused with their place', async () => {
  const { client, module } = await draft();
  await fill(client, module.id);
  const { flashcards } = await client.modules.get.query({ id: module.id });
  const append = (items: ReturnType<typeof card>[]) =>
    client.modules.append.mutate({ module_id: module.id, flashcards: { version: flashcards.version, items } });
  const at = (path: string) => refused('invalid_request', { errors: [expect.objectContaining({ path })] });
  const media = [{ at: 'back' as const, digest: '0'.repeat(64), kind: 'picture' as const, alt: 'A pump' }];
  const source = { quote: 'Stop.', name: 'Manual', url: null, suggestion_id: newId() };
  await expect(append(Array.from({ length: 500 }, () => card()))).rejects.toMatchObject(at('flashcards.items'));
  await expect(append([card({ media })])).rejects.toMatchObject(at('flashcards.items.0.media.0.digest'));
  await expect(append([card({ source })])).rejects.toMatchObject(at('flashcards.items.0.source.suggestion_id'));
  expect(await client.modules.get.query({ id: module.id })).toMatchObject({ flashcards });
});
