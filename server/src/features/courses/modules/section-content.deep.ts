import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';
import { authoringOn, refused, type Question } from './authoring-fixture.ts';
import { holdAMillion } from './section-content-fixture.ts';

const server = await startTestServer();
const { draft } = authoringOn(server);

// rules/values 4, rules/courses-and-modules 10
test('a section holds a million characters of whatever script, and one more is 400 that says so', () =>
  // In JSON, a control character is the longest.
  holdAMillion(server, ['\u0001', '漢']));

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
