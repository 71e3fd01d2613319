import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { authoringOn, refused } from '../modules/authoring-fixture.ts';
import { declaration, item, packed } from './qti-in-fixture.ts';

const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'qti-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
const server = await startTestServer({ env: { DATA_DIR } });
const { trainer } = authoringOn(server);

async function read(file: Uint8Array) {
  const { client } = await trainer();
  const { id } = await client.media.upload.mutate(new Blob([new Uint8Array(file)]));
  const { archive, rows } = await client.imports.readPackage.mutate({ pieces: [id], name: 'From elsewhere' });
  return { ...archive, rows, quiz: archive.modules.flatMap(({ quiz }) => quiz) };
}

const choices = (texts: readonly string[]) =>
  `<p>Which?</p><choiceInteraction responseIdentifier="R" maxChoices="1">${texts
    .map((text, n) => `<simpleChoice identifier="${n}">${text}</simpleChoice>`)
    .join('')}</choiceInteraction>`;
const entry = '<p>How much? <textEntryInteraction responseIdentifier="R"/></p>';
const scored = (compared: string) =>
  `<responseProcessing><responseCondition><responseIf>${compared}<setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf></responseCondition></responseProcessing>`;
const [variable, correct] = ['<variable identifier="R"/>', '<correct identifier="R"/>'];
const one = item(choices(['A', 'B']), declaration('single', 'identifier', ['0']));

// rules/courses-and-modules 22
test('a single choice with ten options of which none is marked is dropped', async () => {
  const ten = Array.from({ length: 10 }, (_, n) => `Option ${n}`);
  const { quiz, rows } = await read(
    packed(
      item(choices(ten), declaration('single', 'identifier', [])),
      item(choices(ten), declaration('single', 'identifier', ['9'])),
    ),
  );
  expect(rows.map(({ outcome, reasons }) => [outcome, ...reasons])).toEqual([
    ['dropped', 'No option is given as correct'],
    ['kept'],
  ]);
  expect(quiz).toMatchObject([{ correct: 9 }]);
});

// rules/courses-and-modules 22
test('scoring that makes something else right than the correct answer is told', async () => {
  const number = (processing: string) => item(entry, declaration('single', 'float', ['25']), processing);
  const chosen = (processing: string) =>
    item(choices(['A', 'B']), declaration('single', 'identifier', ['0']), processing);
  const mapping = '<mapping><mapEntry mapKey="10" mappedValue="0"/><mapEntry mapKey="20" mappedValue="1"/></mapping>';
  const equal = (tolerance: string) =>
    scored(`<equal toleranceMode="absolute" tolerance="${tolerance}">${variable}${correct}</equal>`);
  const { quiz, rows } = await read(
    packed(
      item(entry, declaration('single', 'integer', [], mapping).replace('<correctResponse></correctResponse>', '')),
      number(equal('0 5')),
      number(equal('5 5')),
      chosen(scored(`<not><match>${variable}${correct}</match></not>`)),
      chosen(scored(`<match>${variable}<baseValue baseType="identifier">1</baseValue></match>`)),
      chosen(scored(`<match>${variable}${correct}</match>`)),
      item(choices(['A', 'B']), declaration('single', 'identifier', ['7'])),
    ),
  );
  const own = 'Its own rules of scoring are left out';
  expect(rows.map(({ outcome, reasons }) => [outcome, ...reasons])).toEqual([
    ['kept'],
    ['changed', own],
    ['kept'],
    ['changed', own],
    ['changed', own],
    ['kept'],
    ['changed', 'A correct answer names an option that it doesn’t have: 7'],
  ]);
  expect(quiz).toMatchObject([{ value: 20 }, { value: 25 }, { tolerance: { by: 'amount', of: 5 } }, {}, {}, {}, {}]);
});

const testOf = (sections: string, more = '') =>
  strToU8(`<assessmentTest identifier="t" title="Test"><testPart>${sections}</testPart>${more}</assessmentTest>`);
const sectionOf = (within: string) => `<assessmentSection identifier="s">${within}</assessmentSection>`;
const refs = (...names: string[]) => names.map((name) => `<assessmentItemRef href="${name}"/>`).join('');

// rules/courses-and-modules 22
test('a test draws only where sections draw items, keeps settings that fit, and says which items are missing', async () => {
  const outer = sectionOf(
    `<selection select="1"/>${sectionOf(refs('1.xml', '2.xml'))}${sectionOf(`<selection select="1"/>${refs('3.xml', '4.xml')}`)}`,
  );
  const score = (mastery: number) =>
    `<outcomeDeclaration identifier="SCORE" masteryValue="${mastery}" normalMaximum="1"/>`;
  const comment = `<!-- ${'licence '.repeat(1_000)} -->`;
  const parts = {
    '1.xml': strToU8(one.replace('<assessmentItem', `${comment}\n<assessmentItem`)),
    '2.xml': strToU8(one),
    '3.xml': strToU8(one),
    'a/t.xml': testOf(outer.replaceAll('href="', 'href="../'), score(0.5)),
    'a/u.xml': testOf(sectionOf(`<selection select="1.5"/>${refs('../2.xml', '../3.xml')}`), score(0.5)),
  };
  const { modules, rows } = await read(zipSync(parts));
  expect(modules).toMatchObject([
    { questions_per_attempt: 3, pass_score: 0.5 },
    { questions_per_attempt: null, pass_score: 0.5 },
  ]);
  expect(modules[0]!.quiz).toHaveLength(3);
  expect(rows.map(({ text, outcome, reasons }) => [text, outcome, ...reasons])).toEqual([
    ...Array.from({ length: 3 }, () => ['Which?', 'kept']),
    ['4.xml', 'dropped', 'A file that isn’t in the package is left out: 4.xml'],
    ...Array.from({ length: 2 }, () => ['Which?', 'kept']),
    ['Test', 'changed', 'A setting doesn’t fit, and is left out: Questions per attempt'],
  ]);
});

// rules/bounds 10
test('a package with more tests, or more items in its tests, than a course can have is refused', async () => {
  const many = (tests: number, items: number) => {
    const names = Array.from({ length: items }, (_, n) => `${n}.xml`);
    const all = testOf(sectionOf(refs(...names)));
    return zipSync({
      ...Object.fromEntries(names.slice(0, 2).map((name) => [name, strToU8(one)])),
      ...Object.fromEntries(Array.from({ length: tests }, (_, n) => [`t${n}.xml`, all])),
    });
  };
  await expect(read(many(201, 1))).rejects.toMatchObject(refused('document_unreadable'));
  await expect(read(many(6, 1_000))).rejects.toMatchObject(refused('document_unreadable'));
  const { modules } = await read(many(3, 2));
  expect(new Set(modules.flatMap(({ quiz }) => quiz.map(({ id }) => id))).size).toBe(6);
});

// rules/courses-and-modules 22
test('plain text of other programs reads the same as Markdown', async () => {
  const texts = ['2*3*4', '&gt; 30 kg', 'snake_case [1] 5 * 3', '&amp;lt; is &amp;', '<b>2</b>*3*4'];
  const paragraphs = ['> 30 kg', '1) first', '# 1', '2 < 3 & 4', '====', '`x`'].map(
    (text) => `<p>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`,
  );
  const { quiz, rows } = await read(
    packed(item(paragraphs.join('') + choices(texts), declaration('single', 'identifier', ['0']))),
  );
  expect(rows).toMatchObject([{ outcome: 'kept' }]);
  expect(quiz).toMatchObject([
    {
      prompt: '\\> 30 kg\n\n1\\) first\n\n\\# 1\n\n2 < 3 & 4\n\n\\====\n\n\\`x\\`\n\nWhich?',
      options: ['2\\*3\\*4', '> 30 kg', 'snake_case [1] 5 * 3', '\\&lt; is &', '**2**\\*3\\*4'],
    },
  ]);
});

// rules/courses-and-modules 22
test('what a body holds besides text is taken over, or said to be left out', async () => {
  const sound = '<object type="audio/mpeg" data="a.mp3">A horn</object>';
  const picture = '<object type="image/png" data="a.png" width="100" height="100">A cabin</object>';
  const hotspot = `<hotspotInteraction responseIdentifier="R" maxChoices="1"><prompt>Look <img src="icon.png" alt="" width="1" height="1"/></prompt>${picture}<hotspotChoice identifier="0" shape="rect" coords="0,0,50,50"/><hotspotChoice identifier="1" shape="rect" coords="50,50,100,100"/></hotspotInteraction>`;
  const key = declaration('single', 'identifier', ['0']);
  const { quiz, rows } = await read(
    packed(
      item(
        `<mediaInteraction responseIdentifier="M" autostart="false">${sound}</mediaInteraction>${choices(['A'])}`,
        key,
      ),
      item(`<rubricBlock view="candidate"><p>Read all.</p></rubricBlock>${choices(['A'])}`, key),
      item(`<rubricBlock view="scorer"><p>Secret</p></rubricBlock>${choices(['A'])}`, key),
      item(`<object type="application/pdf" data="a.pdf"/>${choices(['<svg><text>T</text></svg>A'])}`, key),
      item(hotspot, key),
    ),
  );
  expect(rows.map(({ reasons }) => reasons)).toEqual([
    ['A file couldn’t be taken over: a.mp3'],
    [],
    [],
    ['A document or drawing is left out', 'A document or drawing is left out: a.pdf'],
    ['A file couldn’t be taken over: a.png', 'A file couldn’t be taken over: icon.png'],
  ]);
  expect(quiz).toMatchObject([
    { prompt: 'Which?' },
    { prompt: 'Read all.\n\nWhich?' },
    { prompt: 'Which?' },
    { options: ['A'] },
    { kind: 'hotspot', areas: [{ x: 0, y: 0, width: 500, height: 500 }, { x: 500 }] },
  ]);
});
