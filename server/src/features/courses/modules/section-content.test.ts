import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';
import { authoringOn, card, question, refused, type Card, type Question } from './authoring-fixture.ts';
import { CONTENT_LIMITS } from '@training/shared/courses/section-length';

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

// rules/values 4, rules/courses-and-modules 10
test('a section holds a million characters of whatever script, and one more is 400 that says so', async () => {
  const { client, module } = await draft();
  const save = (items: Card[], version: number) =>
    client.modules.saveSection.mutate({ module_id: module.id, section: 'flashcards', version, items });
  const read = async () => (await client.modules.get.query({ id: module.id })).flashcards;
  const source = { quote: 'q', name: 'n', url: 'https://example.com/', suggestion_id: null };
  // In JSON, a control character is the longest.
  for (const [version, letter] of ['\u0001', '漢', '🚜'].entries()) {
    const front = letter.repeat(1_977);
    const items = Array.from({ length: CONTENT_LIMITS.cards }, () => card({ front, back: '!', source }));
    expect(await save(items, version + 1)).toMatchObject({ version: version + 2 });
    expect((await read()).cards).toEqual(items);
    const refusal = save(items.with(9, card({ front, back: '!!', source })), version + 2);
    const message = expect.stringMatching(
      /^A section has at most 1,000,000 characters, .* these are 1,000,001; shorten/,
    );
    await expect(refusal).rejects.toMatchObject(
      refused('invalid_request', { errors: [{ path: 'items', code: 'custom', message }] }),
    );
  }
  expect(await read()).toMatchObject({ version: 4 });
  // Each card is within its limit, but all together exceed the section's. The request is still read before it is
  // refused.
  const long = Array.from({ length: 400 }, () => card({ front: 'x'.repeat(2_000), back: 'x'.repeat(10_000) }));
  const detail = expect.stringContaining('these are 4,800,000');
  await expect(save(long, 4)).rejects.toMatchObject(refused('invalid_request', { detail }));
});

test('a quiz holds a million characters too, its options, answers and points counted', async () => {
  const { client, module } = await draft();
  const of = { prompt: '\u0001'.repeat(1_000), explanation: '\u0001'.repeat(3_000) };
  const lines = Array.from({ length: 10 }, () => '\u0001'.repeat(100));
  const everyOption = lines.map((_, index) => index);
  const four = (): Question[] => [
    { id: newId(), ...of, kind: 'multiple_choice', options: lines, correct: everyOption },
    { id: newId(), ...of, kind: 'single_choice', options: lines, correct: 9 },
    { id: newId(), ...of, kind: 'short_text', accepted: lines },
    { id: newId(), ...of, kind: 'spoken', rubric: lines },
  ];
  const items = Array.from({ length: 50 }, four).flat();
  const save = (questions: Question[], version: number) =>
    client.modules.saveSection.mutate({ module_id: module.id, section: 'quiz', version, items: questions });
  expect(await save(items, 1)).toMatchObject({ version: 2 });
  for (const index of everyOption.slice(0, 4)) {
    const longer = { ...items[index]!, explanation: `${of.explanation}!` };
    const detail = expect.stringContaining('these are 1,000,001');
    await expect(save(items.with(index, longer), 2)).rejects.toMatchObject(refused('invalid_request', { detail }));
  }
});

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
