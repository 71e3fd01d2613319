import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startDrivesDesk } from '../../scripts/desk/drives.ts';

const desk = await startDrivesDesk(0);
afterAll(() => desk.stop());

const State = z.object({
  version: z.number(),
  drives: z.array(
    z.object({
      drive: z.number(),
      name: z.string(),
      documents: z.array(z.object({ id: z.string(), name: z.string(), text: z.string(), trashed: z.boolean() })),
    }),
  ),
});

const state = async () => State.parse(await (await fetch(`${desk.url}state`)).json());
const change = (what: object) => fetch(`${desk.url}change`, { method: 'POST', body: JSON.stringify(what) });

test('what is edited, thrown away and restored on the page is so in the drives of both stand-ins', async () => {
  const { drives } = await state();
  expect(drives.map(({ name }) => name)).toEqual(['Google Drive', 'Lark Drive']);
  for (const { drive, documents } of drives) {
    const [document] = documents;
    const id = document?.id ?? '';
    const now = async () => (await state()).drives[drive]?.documents[0];
    expect((await change({ drive, id, text: 'Doors stay shut.' })).status).toBe(204);
    expect((await change({ drive, id, trashed: true })).status).toBe(204);
    expect(await now()).toEqual({ ...document, text: 'Doors stay shut.', trashed: true });
    expect((await change({ drive, id, trashed: false })).status).toBe(204);
    expect(await now()).toMatchObject({ trashed: false });
  }
  expect(desk.google.world.get(drives[0]?.documents[0]?.id ?? '')).toMatchObject({ text: 'Doors stay shut.' });
  expect(desk.lark.drive.get(drives[1]?.documents[0]?.id ?? '')).toMatchObject({ text: 'Doors stay shut.' });
});

test('the page is told of a document that is not there, and asks only for what has changed', async () => {
  expect((await change({ drive: 0, id: 'elsewhere', text: '' })).status).toBe(400);
  const { version } = await state();
  expect((await fetch(`${desk.url}state?known=${version}`)).status).toBe(204);
  expect(await (await fetch(desk.url)).text()).toContain('The demo’s drives');
  expect((await fetch(`${desk.url}drives.js`)).status).toBe(200);
  expect((await fetch(`${desk.url}desk.js`)).status).toBe(404);
});
