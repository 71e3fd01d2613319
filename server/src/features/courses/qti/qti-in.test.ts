import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Question } from '@training/shared/courses/courses';
import { MEDIA_LIMITS } from '@training/shared/courses/media-limits';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';
import { authoringOn, refused } from '../modules/authoring-fixture.ts';
import { allKinds } from './all-kinds-fixture.ts';
import { declaration, item, packed } from './qti-in-fixture.ts';

const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'qti-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
const server = await startTestServer({ env: { DATA_DIR } });
const { trainer } = authoringOn(server);
type Client = Awaited<ReturnType<typeof trainer>>['client'];

async function send(client: Client, file: Uint8Array) {
  const pieces = [];
  for (let at = 0; at < file.length; at += MEDIA_LIMITS.piece) {
    const piece = new Blob([new Uint8Array(file.subarray(at, at + MEDIA_LIMITS.piece))]);
    pieces.push((await client.media.upload.mutate(piece)).id);
  }
  return pieces;
}

const read = async (client: Client, file: Uint8Array) =>
  client.imports.readPackage.mutate({ pieces: await send(client, file), name: 'From elsewhere' });

/** Reads items, and returns what they became. */
async function readItems(...items: string[]) {
  const { client } = await trainer();
  const { archive, rows } = await read(client, packed(...items));
  return { quiz: archive.modules.flatMap(({ quiz }) => quiz), rows };
}

const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#c33' } })
  .png()
  .toBuffer();

// rules/courses-and-modules 19, rules/courses-and-modules 22
test('a module that is exported as QTI 3.0 and imported into another workspace has the same questions and hash', async () => {
  const author = await trainer();
  const { client, course, user, workspace } = author;
  const large = await sharp({ create: { width: 1_000, height: 500, channels: 3, background: '#c33' } })
    .png()
    .toBuffer();
  const { digest } = await client.media.add.mutate({ pieces: await send(client, large) });
  const hotspot: Question = {
    id: newId(),
    kind: 'hotspot',
    prompt: 'Where?',
    explanation: '',
    options: ['Here', 'There', 'Elsewhere'],
    areas: [
      { shape: 'rectangle', x: 0, y: 0, width: 501, height: 502 },
      { shape: 'ellipse', x: 500, y: 0, width: 400, height: 500 },
      { shape: 'ellipse', x: 600, y: 600, width: 100, height: 200 },
    ],
    correct: [0, 1],
    partial_credit: true,
    media: [{ at: 'prompt', kind: 'picture', digest, alt: 'A cabin' }],
  };
  const [single, ...others] = allKinds();
  const prompt =
    'Read:\n\n- one **bold**\n- two\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nThen [see](https://example.com/) `x < 1`.\n\n2\\*3\\*4 and so on\n\nsnake_case';
  const media: Question['media'] = [
    { at: 'prompt', kind: 'picture', digest, alt: 'A forklift' },
    { at: 'option', option: 1, kind: 'picture', digest, alt: '', decorative: true },
  ];
  const exact = (value: number, tolerance?: { by: 'amount' | 'percent'; of: number }): Question => {
    const number = { kind: 'number' as const, prompt: 'How many?', explanation: '', value, units: [] };
    return { id: newId(), ...number, ...(tolerance && { tolerance }) };
  };
  const exactly = [
    exact(3),
    exact(3, { by: 'amount', of: 0 }),
    exact(3, { by: 'percent', of: 0 }),
    exact(-3, { by: 'percent', of: 5 }),
    exact(0, { by: 'amount', of: 0 }),
  ];
  const quiz = [{ ...single!, prompt, media, topic: 'Safety & more' }, ...others, hotspot, ...exactly];
  const { id } = await client.modules.create.mutate({ course_id: course.id, title: 'Brakes' });
  const settings = { pass_score: 0.75, questions_per_attempt: 3, show_solutions: 'never' as const };
  const topics = { topic_scores: [{ topic: 'Safety & more', pass_score: 0.5 }] };
  await client.modules.update.mutate({ id, settings_version: 1, title: 'Brakes', ...settings, ...topics });
  const saved = await client.modules.saveSection.mutate({ module_id: id, section: 'quiz', version: 1, items: quiz });
  const address = `${server.base}/api/workspaces/${workspace.slug}/courses/${course.id}/qti`;
  const response = await fetch(address, { headers: { cookie: await server.signIn(user.email) } });
  const there = await trainer();
  const { archive, rows } = await read(there.client, new Uint8Array(await response.arrayBuffer()));
  expect(rows.map(({ outcome, reasons }) => [outcome, reasons])).toEqual(quiz.map(() => ['kept', []]));
  const [module] = archive.modules;
  expect(module).toMatchObject({ title: 'Brakes', ...settings, ...topics });
  expect(module!.quiz).toEqual(quiz);
  const imported = await there.client.modules.import.mutate({ course_id: there.course.id, module: module! });
  const after = await there.client.modules.get.query({ id: imported.id });
  expect(after.quiz.content_hash).toBe(saved.content_hash);
});

// rules/courses-and-modules 22
test('items of QTI 2.1 become questions, with what is changed', async () => {
  const simple = (n: number, text: string) => `<simpleChoice identifier="${n}">${text}</simpleChoice>`;
  const choice = `<p>Look:</p><choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>Which?</prompt>${simple(1, 'This')}${simple(2, 'That')}</choiceInteraction>`;
  const mapping =
    '<mapping defaultValue="0"><mapEntry mapKey="1" mappedValue="2"/><mapEntry mapKey="2" mappedValue="-1"/></mapping>';
  const template =
    '<responseProcessing template="http://www.imsglobal.org/question/qti_v2p1/rptemplates/map_response"/>';
  const feedback =
    '<modalFeedback outcomeIdentifier="F" identifier="wrong" showHide="show"><p>Look again</p></modalFeedback>';
  const entry = '<p>The capital is <textEntryInteraction responseIdentifier="R"/>.</p>';
  const pair = (one: string, other: string) =>
    `<matchInteraction responseIdentifier="R"><simpleMatchSet><simpleAssociableChoice identifier="a" matchMax="1">A</simpleAssociableChoice><simpleAssociableChoice identifier="b" matchMax="1">B</simpleAssociableChoice></simpleMatchSet><simpleMatchSet><simpleAssociableChoice identifier="x">${one}</simpleAssociableChoice><simpleAssociableChoice identifier="y">${other}</simpleAssociableChoice></simpleMatchSet></matchInteraction>`;
  const { quiz, rows } = await readItems(
    item(choice, declaration('single', 'identifier', ['2']), feedback),
    item(choice, declaration('multiple', 'identifier', ['1'], mapping), template),
    item(entry, declaration('single', 'string', ['Warsaw'])),
    item(entry, declaration('single', 'float', ['2.5'])),
    item(pair('X', 'Y'), declaration('multiple', 'directedPair', ['a y', 'b x'])),
    item(pair('X', 'Y'), declaration('multiple', 'directedPair', ['a y', 'b y'])),
    item('<p>Words</p><extendedTextInteraction responseIdentifier="R"/>', declaration('single', 'string', [])),
    item('<drawingInteraction responseIdentifier="R"/>', declaration('single', 'point', ['1 1'])),
  );
  expect(rows.map(({ outcome, reasons }) => [outcome, ...reasons])).toEqual([
    ['changed', 'Feedback that depended on the answer is shown with every answer'],
    ['changed', 'Points of single answers differ from partial credit here'],
    ['changed', 'Upper and lower case no longer matter'],
    ['kept'],
    ['kept'],
    ['dropped', 'Not every option has exactly one match of its own'],
    ['changed', 'The answer is spoken or typed, and graded by points that it should mention'],
    ['dropped', 'No kind of question is like it: drawing-interaction'],
  ]);
  expect(quiz).toMatchObject([
    {
      kind: 'single_choice',
      prompt: 'Look:\n\nWhich?',
      options: ['This', 'That'],
      correct: 1,
      explanation: 'Look again',
    },
    { kind: 'multiple_choice', correct: [0], partial_credit: true },
    { kind: 'short_text', prompt: 'The capital is ____.', accepted: ['Warsaw'] },
    { kind: 'number', value: 2.5, units: [] },
    { kind: 'matching', options: ['A', 'B'], matches: ['Y', 'X'] },
    { kind: 'spoken', prompt: 'Words', rubric: [] },
  ]);
});

// rules/courses-and-modules 22
test('pictures of a package are taken over, and those elsewhere or damaged are named', { tags: ['deep'] }, async () => {
  const { client } = await trainer();
  const choice =
    '<choiceInteraction responseIdentifier="R" maxChoices="1"><simpleChoice identifier="1">A</simpleChoice></choiceInteraction>';
  const shown =
    '<p><img src="images/a%20b.png" alt="A map"/><img src="https://example.com/x.png" alt=""/><img src="images/none.png" alt=""/><img src="images/bad.png" alt=""/></p>';
  const file = zipSync({
    'items/1.xml': strToU8(item(shown + choice, declaration('single', 'identifier', ['1']))),
    'items/images/a b.png': picture,
    'items/images/bad.png': picture.subarray(0, 40),
  });
  const { archive, rows } = await read(client, file);
  const [question] = archive.modules[0]!.quiz;
  expect(question!.media).toEqual([{ at: 'prompt', kind: 'picture', alt: 'A map', digest: expect.any(String) }]);
  expect(rows[0]).toMatchObject({
    outcome: 'changed',
    reasons: [
      'A file that isn’t in the package is left out: https://example.com/x.png',
      'A file couldn’t be taken over: none.png',
      'A file couldn’t be taken over: bad.png',
    ],
  });
  const { id: course_id } = await client.courses.create.mutate({ title: 'New', emoji: '🚜' });
  await client.modules.import.mutate({ course_id, module: archive.modules[0]! });
});

// rules/courses-and-modules 22, rules/bounds 10
test('hostile items are dropped one by one, and hostile packages refused', { tags: ['deep'] }, async () => {
  const { client } = await trainer();
  const bomb = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]>';
  const deep = `${'<div>'.repeat(200)}${'</div>'.repeat(200)}`;
  const { rows, quiz } = await readItems(
    item('<p>&c;</p>').replace('?>', `?>${bomb}`),
    item('<p>&c;</p>'),
    item(deep),
    item('<p>Nothing</p>'),
    item('<p>Open'),
  );
  expect(quiz).toEqual([]);
  expect(rows.map(({ outcome, reasons }) => [outcome, ...reasons])).toEqual([
    ['dropped', 'The file is not well-formed XML'],
    ['dropped', 'The file is not well-formed XML'],
    ['dropped', 'The file is not well-formed XML'],
    ['dropped', 'It asks nothing'],
    ['dropped', 'The file is not well-formed XML'],
  ]);
  const many = Array.from({ length: 30_000 }, (_, n) => `<img src="https://example.com/${n}"/>`).join('');
  const gaps = '<gapMatchInteraction responseIdentifier="R"><p><gap identifier="g"/></p></gapMatchInteraction>';
  const long = await readItems(
    item(`${many}<sliderInteraction responseIdentifier="R"/>`, declaration('single', 'float', ['1'])),
    item(
      gaps.replace('<gap ', '<gap identifier="f"/>'.repeat(30_000) + '<gap '),
      declaration('multiple', 'directedPair', []),
    ),
  );
  expect(long.rows[0]!.reasons).toHaveLength(20);
  expect(long.rows[1]!.reasons).toEqual(['It has more options than the 10 of a question: 30001']);
  const none = item('').replaceAll('assessmentItem', 'questestinterop');
  for (const file of [packed(none), strToU8('PK\u0003\u0004 no zip'), strToU8('text')]) {
    await expect(read(client, file)).rejects.toMatchObject(refused('document_unreadable'));
  }
  const zeros = zipSync({ 'items/1.xml': new Uint8Array(40 * 1024 * 1024) });
  await expect(read(client, zeros)).rejects.toMatchObject(refused('document_unreadable'));
});

// rules/courses-and-modules 22
test('an item alone is read, a single XML file, and only by who sent it', async () => {
  const [author, other] = [await trainer(), await trainer()];
  const body =
    '<choiceInteraction responseIdentifier="R" maxChoices="1"><simpleChoice identifier="1">A</simpleChoice></choiceInteraction>';
  const pieces = await send(author.client, strToU8(item(body, declaration('single', 'identifier', ['1']))));
  await expect(other.client.imports.readPackage.mutate({ pieces, name: 'x' })).rejects.toMatchObject(
    refused('file_not_found'),
  );
  await expect(author.client.imports.readPackage.mutate({ pieces: [newId()], name: 'x' })).rejects.toMatchObject(
    refused('file_not_found'),
  );
  const { archive } = await author.client.imports.readPackage.mutate({ pieces, name: 'Alone' });
  expect(archive).toMatchObject({
    course: { title: 'Alone' },
    modules: [{ title: 'Alone', quiz: [{ options: ['A'] }] }],
  });
  // What was read takes no room.
  await expect(author.client.imports.readPackage.mutate({ pieces, name: 'Alone' })).rejects.toMatchObject(
    refused('file_not_found'),
  );
});
