import { expect, test } from 'vitest';
import { startJobsServer, untilJob } from '../../ai/jobs/ai-jobs-fixture.ts';
import { authoringOn, refused } from '../modules/authoring-fixture.ts';

const { server, providers } = await startJobsServer();
const { draft, person } = authoringOn(server);
const WATER = 'Use at most 2 litres of water for the whole belt, because the bearings rust.';
const source = { title: 'Cleaning the belt', text: WATER };
const cards = [
  { front: 'Why is there a limit to the water?', back: 'The bearings rust.', quote: WATER, level: 'decide' },
  { front: 'How much water may the belt get?', back: 'At most 20 litres.', quote: WATER, level: 'apply' },
  { front: 'May you use water?', back: 'Yes.', quote: WATER, level: 'recall' },
];

test('what was made straight into a module says there what to look at, until somebody edits it', async () => {
  providers.respond('card_generation', () => ({ cards }));
  const author = await draft();
  const { client, module, workspace, department } = author;
  const flags = (of = client, id = module.id) => of.modules.flags.query({ id });
  expect(await flags()).toEqual([]);
  const wanted = { module_id: module.id, section: 'flashcards' as const, source, count: 3 };
  await untilJob(client, (await client.modules.generate.mutate(wanted)).id, 'succeeded');
  const { flashcards } = await client.modules.get.query({ id: module.id });
  const [first, water, may] = cards.map(({ front }) => flashcards.cards.find((card) => card.front === front)!);
  const figure = { item_id: water!.id, flags: [{ kind: 'figure', detail: '20 litres' }], level: 'apply' };
  const yesNo = { item_id: may!.id, flags: [{ kind: 'yes_no', detail: '' }], level: 'recall' };
  const why = { item_id: first!.id, flags: [], level: 'decide' };
  expect(new Set(await flags())).toEqual(new Set([why, figure, yesNo]));
  // A colleague who edits the same module sees them, too; others don't.
  const colleague = await person(workspace, 'trainer', department.id);
  expect(new Set(await flags(colleague.client))).toEqual(new Set([why, figure, yesNo]));
  const elsewhere = await person(workspace, 'trainer', (await server.make.department(workspace)).id);
  await expect(flags(elsewhere.client)).rejects.toMatchObject(refused('module_not_found'));

  const edited = flashcards.cards.map((card) =>
    card.id === water!.id ? { ...card, back: 'At most 2 litres.' } : card,
  );
  const save = { module_id: module.id, section: 'flashcards' as const, version: flashcards.version, items: edited };
  const saved = await client.modules.saveSection.mutate(save);
  expect(new Set(await flags())).toEqual(new Set([why, yesNo]));
  const less = edited.filter(({ id }) => id !== may!.id);
  await client.modules.saveSection.mutate({ ...save, version: saved.version, items: less });
  expect(await flags()).toEqual([why]);

  // Items added from elsewhere have the same flags.
  const { id: job_id } = await client.ai.generateCards.mutate({ source, count: 3 });
  await untilJob(client, job_id, 'succeeded');
  const into = { to: 'new_module', job_id, course_id: author.course.id, title: 'Another' } as const;
  const { module_id } = await client.modules.addGenerated.mutate(into);
  const there = async () => (await flags(client, module_id)).map(({ flags: { length }, level }) => [length, level]);
  expect(await there()).toEqual([
    [0, 'decide'],
    [1, 'apply'],
    [1, 'recall'],
  ]);
  // Deleting the job deletes its flags, but not the levels.
  await client.ai.delete.mutate({ id: job_id });
  expect(await there()).toEqual([
    [0, 'decide'],
    [0, 'apply'],
    [0, 'recall'],
  ]);
  providers.respond('card_generation', undefined);
});
