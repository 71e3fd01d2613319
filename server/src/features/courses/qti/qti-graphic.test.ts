import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { authoringOn } from '../modules/authoring-fixture.ts';
import { declaration, item } from './qti-in-fixture.ts';

const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'qti-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
const server = await startTestServer({ env: { DATA_DIR } });
const { trainer } = authoringOn(server);

const photo = await sharp({ create: { width: 100, height: 100, channels: 3, background: 'red' } })
  .png()
  .toBuffer();
const picture = '<object type="image/png" data="../cabin.png" width="100" height="100">A cabin</object>';
const graphic = (name: string, content: string) =>
  `<${name} responseIdentifier="R"><prompt>Where?</prompt>${picture}${content}</${name}>`;
const place = (name: string, identifier: string, x: number, label?: string) =>
  `<${name} identifier="${identifier}" shape="rect" coords="${x},0,${x + 20},40" matchMax="1"${label === undefined ? '' : ` hotspotLabel="${label}"`}/>`;

async function read(...items: string[]) {
  const { client } = await trainer();
  const named = items.map((xml, n) => [`items/${n}.xml`, strToU8(xml)] as const);
  const file = zipSync({ ...Object.fromEntries(named), 'cabin.png': new Uint8Array(photo) });
  const { id } = await client.media.upload.mutate(new Blob([new Uint8Array(file)]));
  const { archive, rows } = await client.imports.readPackage.mutate({ pieces: [id], name: 'Cabin' });
  return { rows, quiz: archive.modules.flatMap(({ quiz }) => quiz) };
}

const shown = [{ at: 'prompt', kind: 'picture', alt: 'A cabin' }];

// rules/courses-and-modules 22
test('points in a picture become areas to tap, with the picture', async () => {
  const mapped = (...points: number[]) =>
    `<areaMapping defaultValue="0">${points
      .map((each, n) => `<areaMapEntry shape="circle" coords="${20 + 30 * n},50,10" mappedValue="${each}"/>`)
      .join('')}</areaMapping>`;
  const point = graphic('selectPointInteraction', '');
  const { rows, quiz } = await read(
    item(point, declaration('single', 'point', ['20 50'], mapped(1, 0))),
    item(point, declaration('multiple', 'point', [], mapped(1, 1))),
    item(point, declaration('single', 'point', [], mapped(1, 2, -1))),
    item(point, declaration('single', 'point', ['20 50'])),
  );
  const named = 'The places that count became areas. Name them, and mark others';
  expect(rows.map(({ outcome, reasons }) => [outcome, ...reasons])).toEqual([
    ['changed', named],
    ['changed', named],
    ['changed', 'Points of single answers differ from partial credit here', named],
    ['dropped', 'The areas of the picture are not given in its pixels'],
  ]);
  const area = (x: number) => ({ shape: 'ellipse', x, y: 400, width: 200, height: 200 });
  expect(quiz).toMatchObject([
    { kind: 'hotspot', prompt: 'Where?', areas: [area(100), area(400)], correct: [0], media: shown },
    { kind: 'hotspot', areas: [area(100), area(400)], correct: [0, 1], media: shown },
    { kind: 'hotspot', areas: [area(400), area(700)], correct: [0], media: shown },
  ]);
});

// rules/courses-and-modules 22
test('places in a picture that have names become options to order or match', async () => {
  const ordered = (last?: string) =>
    graphic(
      'graphicOrderInteraction',
      place('hotspotChoice', 'A', 0, 'Key') +
        place('hotspotChoice', 'B', 30, 'Belt') +
        place('hotspotChoice', 'C', 60, last),
    );
  const spot = (identifier: string, x: number, label: string) => place('associableHotspot', identifier, x, label);
  const linked = graphic(
    'graphicAssociateInteraction',
    spot('A', 0, 'Key') + spot('B', 30, 'Belt') + spot('C', 50, 'Starts') + spot('D', 70, 'Holds'),
  );
  const filled = graphic(
    'graphicGapMatchInteraction',
    `<gapText identifier="G" matchMax="1">Starts</gapText><gapText identifier="H" matchMax="1">Holds</gapText>${spot('A', 0, 'Key')}${spot('B', 30, 'Belt')}`,
  );
  const { rows, quiz } = await read(
    item(ordered('Mirror'), declaration('ordered', 'identifier', ['C', 'A', 'B'])),
    item(ordered(), declaration('ordered', 'identifier', ['C', 'A', 'B'])),
    item(linked, declaration('multiple', 'pair', ['A C', 'B D'])),
    item(filled, declaration('multiple', 'directedPair', ['G A', 'H B'])),
    item(graphic('positionObjectStage', ''), declaration('single', 'point', ['1 1'])),
  );
  const named = 'Places in the picture became options by their names';
  expect(rows.map(({ outcome, reasons }) => [outcome, ...reasons])).toEqual([
    ['changed', named],
    ['dropped', 'Its places in the picture have no names'],
    ['changed', named, 'Pairs of one list became options and their matches'],
    ['changed', named],
    ['dropped', 'It asks nothing'],
  ]);
  expect(quiz).toMatchObject([
    { kind: 'ordering', prompt: 'Where?', options: ['Mirror', 'Key', 'Belt'], media: shown },
    { kind: 'matching', options: ['Key', 'Belt'], matches: ['Starts', 'Holds'], media: shown },
    { kind: 'matching', options: ['Key', 'Belt'], matches: ['Starts', 'Holds'], media: shown },
  ]);
});
