import { MEDIA_LIMITS } from '@training/shared/courses/media-limits';
import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { authoringOn } from '../modules/authoring-fixture.ts';
import { item, packed } from './qti-in-fixture.ts';

const server = await startTestServer();
const { trainer } = authoringOn(server);

async function read(file: Uint8Array) {
  const { client } = await trainer();
  const piece = new Blob([new Uint8Array(file)]);
  expect(piece.size).toBeLessThan(MEDIA_LIMITS.piece);
  const pieces = [(await client.media.upload.mutate(piece)).id];
  const { archive, rows } = await client.imports.readPackage.mutate({ pieces, name: 'Elsewhere' });
  return { modules: archive.modules, quiz: archive.modules.flatMap(({ quiz }) => quiz), rows };
}

const declared = (name: string, type: string, value: string, mapping = '') =>
  `<responseDeclaration identifier="${name}" cardinality="single" baseType="${type}"><correctResponse><value>${value}</value></correctResponse>${mapping}</responseDeclaration>`;
const outcomes =
  '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/><outcomeDeclaration identifier="FEEDBACK" cardinality="single" baseType="identifier"/>';
const score = (value: string) => `<setOutcomeValue identifier="SCORE">${value}</setOutcomeValue>`;
const matched = (name: string) => `<match><variable identifier="${name}"/><correct identifier="${name}"/></match>`;
const adds = (name: string) =>
  `<responseCondition><responseIf>${matched(name)}${score('<sum><variable identifier="SCORE"/><baseValue baseType="float">1</baseValue></sum>')}</responseIf></responseCondition>`;
const processed = (...rules: string[]) => `<responseProcessing>${rules.join('')}</responseProcessing>`;
const entry = (name: string) => `<textEntryInteraction responseIdentifier="${name}"/>`;
const capitals = `<p>Warsaw is in ${entry('A')}, and Rome in ${entry('B')}.</p>`;
const both = declared('A', 'string', 'Poland') + declared('B', 'string', 'Italy') + outcomes;

// rules/courses-and-modules 22
test('an item that asks several things becomes a question for each, if each is scored apart', async () => {
  const choice =
    '<choiceInteraction responseIdentifier="B" maxChoices="1"><prompt>Which?</prompt><simpleChoice identifier="x">X</simpleChoice><simpleChoice identifier="y">Y</simpleChoice></choiceInteraction>';
  const mapped = '<mapping defaultValue="0"><mapEntry mapKey="Poland" mappedValue="1"/></mapping>';
  const feedback = `<responseCondition><responseIf><and>${matched('A')}${matched('B')}</and><setOutcomeValue identifier="FEEDBACK"><baseValue baseType="identifier">well</baseValue></setOutcomeValue></responseIf></responseCondition>`;
  const sum = score('<sum><mapResponse identifier="A"/><mapResponse identifier="B"/></sum>');
  const { quiz, rows } = await read(
    packed(
      item(capitals, both, processed(adds('A'), adds('B'), feedback)),
      item(
        `<p>Warsaw is in</p><div>${entry('A')}</div>${choice}`,
        declared('A', 'string', 'Poland', mapped) + declared('B', 'identifier', 'y', mapped) + outcomes,
        processed(sum),
      ),
      item(
        `<p>Two</p>${choice}<drawingInteraction responseIdentifier="C"/>`,
        declared('B', 'identifier', 'y') + declared('C', 'directedPair', 'a b') + outcomes,
        processed(adds('B'), adds('C')),
      ),
    ),
  );
  expect(quiz).toMatchObject([
    {
      kind: 'short_text',
      prompt: 'Warsaw is in (1) ____, and Rome in (2) ____.\n\n(1)',
      accepted: ['Poland'],
    },
    { kind: 'short_text', prompt: expect.stringMatching(/\n\n\(2\)$/), accepted: ['Italy'] },
    { kind: 'short_text', prompt: expect.stringMatching(/\(1\).*\n\n\(2\).*\n\n\(1\)$/s), accepted: ['Poland'] },
    { kind: 'single_choice', prompt: expect.stringMatching(/\n\n\(2\)\n\nWhich\?$/), correct: 1 },
    { kind: 'single_choice', correct: 1 },
  ]);
  const split = 'It asked several things at once: each became a question';
  expect(rows.map(({ outcome, reasons }) => [outcome, reasons.at(-1)])).toEqual([
    ...Array.from({ length: 5 }, () => ['changed', split]),
    ['dropped', 'No kind of question is like it: drawing-interaction'],
  ]);
  expect(new Set(quiz.map(({ id }) => id)).size).toBe(5);
});

// rules/courses-and-modules 22, rules/bounds 10
test('what can’t be scored apart is dropped with the reason, and so are more parts than an item of questions has', async () => {
  const together = `<responseCondition><responseIf><and>${matched('A')}${matched('B')}</and>${score('<baseValue baseType="float">1</baseValue>')}</responseIf></responseCondition>`;
  const adaptive = item(capitals, both, processed(adds('A'), adds('B'))).replace('adaptive="false"', 'adaptive="true"');
  const names = Array.from({ length: 21 }, (_, n) => `R${n}`);
  const { quiz, rows } = await read(
    packed(
      item(capitals, both, processed(together)),
      item(capitals, declared('A', 'string', 'Poland') + outcomes),
      item(capitals.replace('"B"', '"A"'), both),
      adaptive,
      item(names.map(entry).join(''), names.map((name) => declared(name, 'string', 'x')).join('')),
    ),
  );
  expect(quiz).toEqual([]);
  const told = (count: number) => ['dropped', `It asks several things at once, which aren’t scored apart: ${count}`];
  expect(rows.map(({ outcome, reasons }) => [outcome, ...reasons])).toEqual([2, 2, 2, 2, 21].map(told));
});

// rules/courses-and-modules 22
test('settings of a test that don’t fit have a row that names them', async () => {
  const choice =
    '<choiceInteraction responseIdentifier="R" maxChoices="1"><simpleChoice identifier="1">A</simpleChoice></choiceInteraction>';
  const one = item(choice, declared('R', 'identifier', '1'));
  const refs = Array.from({ length: 201 }, (_, n) => `<assessmentItemRef identifier="i${n}" href="items/1.xml"/>`);
  const outcome =
    '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float" masteryValue="0.5" normalMaximum="1"/>';
  const test = (more: string) =>
    `<assessmentTest xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="t" title="Brakes">${outcome}<timeLimits maxTime="600"/><testPart identifier="p" navigationMode="linear" submissionMode="individual"><assessmentSection identifier="s" title="S" visible="true">${more}</assessmentSection></testPart></assessmentTest>`;
  const draw = `<selection select="200.5"/>${refs.join('')}`;
  const { modules, rows } = await read(zipSync({ 'items/1.xml': strToU8(one), 'test.xml': strToU8(test(draw)) }));
  expect(modules).toMatchObject([{ title: 'Brakes', pass_score: 0.5, questions_per_attempt: null }]);
  expect(rows).toMatchObject([
    { outcome: 'kept' },
    {
      text: 'Brakes',
      outcome: 'changed',
      reasons: ['A time limit is left out', 'A setting doesn’t fit, and is left out: Questions per attempt'],
    },
  ]);
});
