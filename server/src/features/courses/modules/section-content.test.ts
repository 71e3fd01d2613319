import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';
import { authoringOn, card, question, refused } from './authoring-fixture.ts';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';
import { holdAMillion } from './section-content-fixture.ts';

const server = await startTestServer();
const { make } = server;
const { draft, audited } = authoringOn(server);

// rules/courses-and-modules 10
test('what a section cannot hold is 400, and what it just holds is kept', async () => {
  const { client, module } = await draft();
  const save = (items: ReturnType<typeof card>[], version = 1) =>
    client.modules.saveSection.mutate({ module_id: module.id, section: 'flashcards', version, items });
  const one = card();
  const source = { quote: '', name: '', url: null, suggestion_id: null };
  const wrong = [
    Array.from({ length: 5_000 }, () => card()),
    Array.from({ length: CONTENT_LIMITS.cards + 1 }, () => card()),
    [one, one],
    [card({ front: 'x'.repeat(CONTENT_LIMITS.front + 1) })],
    [card({ back: '\ud800' })],
    [card({ back: 'a\0b' })],
    [card({ source: { ...source, url: 'javascript:alert(1)' } })],
    [card({ source: { ...source, url: 'https://example.com/\ud800' } })],
    [card({ source: { ...source, quote: '\udfff' } })],
    [card({ id: 'card-1' })],
  ];
  for (const items of wrong) await expect(save(items)).rejects.toMatchObject(refused('invalid_request'));
  const full = Array.from({ length: CONTENT_LIMITS.cards }, () => card({ front: '🚜'.repeat(1_996), back: 'Back' }));
  expect(await save(full)).toMatchObject({ version: 2 });
  expect((await client.modules.get.query({ id: module.id })).flashcards.cards).toEqual(full);
});

// Other scripts, and a quiz, are in `section-content.deep.ts`.
// rules/values 4, rules/courses-and-modules 10
test(
  'a section holds a million characters, however long each is, and one more is 400 that says so',
  { tags: ['deep'] },
  () => holdAMillion(server, ['🚜']),
);

// rules/courses-and-modules 8
test('a card or question names the suggestion that its module was made of, and no other', async () => {
  const { client, module, workspace, course } = await draft();
  const offered = async (content: string, of = workspace) => {
    const { call } = await server.api(['intake:create'], of);
    return String((await call('POST', '/api/v1/intake', { content, source_name: 'Wiki' })).json.id);
  };
  const own = await offered('Check the brakes.');
  const accepted = await client.suggestions.accept.mutate({ id: own, course_id: course.id, generate: false });
  const items = (suggestion_id: string | null) => [
    card(),
    card({ source: { quote: 'Check the brakes.', name: 'Wiki', url: null, suggestion_id } }),
  ];
  const save = (module_id: string, suggestion_id: string | null, version = 1) =>
    client.modules.saveSection.mutate({ module_id, section: 'flashcards', version, items: items(suggestion_id) });
  const foreign = await offered('Check the brakes.', await make.workspace());
  const pending = await offered('Check the mirrors.');
  const refusal = refused('invalid_request', {
    errors: [expect.objectContaining({ path: 'items.1.source.suggestion_id' })],
  });
  const before = await audited(accepted.module_id);
  for (const other of [foreign, pending, newId()]) {
    await expect(save(accepted.module_id, other)).rejects.toMatchObject(refusal);
    await expect(save(module.id, other)).rejects.toMatchObject(refusal);
  }
  await expect(save(module.id, own)).rejects.toMatchObject(refusal);
  const questions = [{ ...question(), source: items(foreign)[1]!.source! }];
  const quiz = { module_id: accepted.module_id, section: 'quiz' as const, version: 1, items: questions };
  await expect(client.modules.saveSection.mutate(quiz)).rejects.toMatchObject(
    refused('invalid_request', { errors: [expect.objectContaining({ path: 'items.0.source.suggestion_id' })] }),
  );
  expect(await audited(accepted.module_id)).toEqual(before);
  expect(await save(accepted.module_id, own.toUpperCase())).toMatchObject({ version: 2 });
  expect(await save(accepted.module_id, null, 2)).toMatchObject({ version: 3 });
});

test('Markdown with scripts and links of any kind is kept as the text that it is', async () => {
  const { client, module } = await draft();
  const back = '<script>alert(1)</script> [x](javascript:alert(1)) ![x](https://evil.example/x.png) \u202e';
  const items = [card({ back })];
  await client.modules.saveSection.mutate({ module_id: module.id, section: 'flashcards', version: 1, items });
  expect((await client.modules.get.query({ id: module.id })).flashcards.cards).toEqual(items);
});
