import { expect, test } from 'vitest';
import { memoryDrive, startCrawls } from './crawls-fixture.ts';

/** Creates drives in workspaces with these time zones, connected on the evening of 31 October 2031. */
async function inZones(...zones: string[]) {
  const all = await startCrawls();
  const drives = await Promise.all(
    zones.map(async (zone) => {
      const drive = await all.connected(memoryDrive());
      await all.db.pool.query('update workspaces set time_zone = $2 where id = $1', [drive.workspace.id, zone]);
      await drive.set(`connected_at = '2031-10-24T18:00:00Z'`);
      return {
        ...drive,
        begun: async () => (await drive.crawls()).map(({ cause, state }) => `${cause} ${state}`),
      };
    }),
  );
  return { ...all, drives };
}

// rules/drives 5
test('each night is crawled once, from two o’clock in the workspace on, however many instances look', async () => {
  const { drives, nights, instance } = await inZones('Asia/Tokyo');
  const [{ begun }] = [drives[0]!];
  await nights('2031-10-25T16:59:59Z');
  expect(await begun()).toEqual([]);
  await Promise.all([1, 2, 3].map(() => nights('2031-10-25T17:00:00Z')));
  expect(await begun()).toEqual(['night running']);
  await instance().crawl();
  await nights('2031-10-26T16:59:59Z');
  expect(await begun()).toEqual(['night done']);
  await nights('2031-10-26T17:00:00Z');
  expect(await begun()).toEqual(['night done', 'night running']);
});

test('what was connected since two o’clock waits for the next night', async () => {
  const { drives, nights } = await inZones('UTC');
  const [{ begun }] = [drives[0]!];
  await nights('2031-10-24T23:00:00Z');
  await nights('2031-10-25T01:59:00Z');
  expect(await begun()).toEqual([]);
  await nights('2031-10-25T02:00:00Z');
  expect(await begun()).toEqual(['night running']);
});

test('a drive in a time zone that the database lacks holds up no other', { tags: ['deep'] }, async () => {
  const { drives, nights } = await inZones('Mars/Olympus', 'UTC');
  await nights('2031-10-25T02:00:00Z');
  expect(await Promise.all(drives.map(({ begun }) => begun()))).toEqual([[], ['night running']]);
});

test('a night that nobody saw to is made up for once, also after several', async () => {
  const { drives, nights, instance } = await inZones('UTC');
  const [{ begun }] = [drives[0]!];
  await nights('2031-10-29T09:30:00Z');
  await instance().crawl();
  await nights('2031-10-29T23:59:00Z');
  expect(await begun()).toEqual(['night done']);
  await nights('2031-10-30T02:01:00Z');
  expect(await begun()).toEqual(['night done', 'night running']);
});

test('the night on which clocks go back has one crawl, and so has the one on which two o’clock is left out', async () => {
  // Berlin goes back from 03:00 to 02:00 on 26 October 2031, and forward from 02:00 to 03:00 on 28 March 2032.
  const { drives, nights, instance } = await inZones('Europe/Berlin');
  const [{ begun }] = [drives[0]!];
  const at = async (moment: string) => {
    await nights(moment);
    await instance().crawl();
    return (await begun()).length;
  };
  expect(await at('2031-10-25T12:00:00Z')).toBe(1);
  expect(await at('2031-10-25T23:59:00Z')).toBe(1);
  expect(await at('2031-10-26T00:00:00Z')).toBe(2);
  expect(await at('2031-10-26T01:00:00Z')).toBe(2);
  expect(await at('2031-10-26T12:00:00Z')).toBe(2);
  expect(await at('2032-03-27T12:00:00Z')).toBe(3);
  expect(await at('2032-03-28T00:59:59Z')).toBe(3);
  expect(await at('2032-03-28T01:00:00Z')).toBe(4);
  expect(await at('2032-03-28T12:00:00Z')).toBe(4);
});

test('a crawl through everything that runs already is the night’s, and a department’s gives way to it', async () => {
  const { drives, nights, make } = await inZones('UTC', 'UTC');
  const [whole, part] = [drives[0]!, drives[1]!];
  const { id: departmentId } = await make.department(part.workspace);
  await whole.start();
  await part.start({ cause: 'manual', departmentId });
  await nights('2031-10-26T02:00:00Z');
  expect(await whole.begun()).toEqual(['manual running']);
  expect((await part.begun()).toSorted()).toEqual(['manual stopped', 'night running']);
  await nights('2031-10-26T02:01:00Z');
  expect(await whole.begun()).toEqual(['manual running']);
});

test('drives that cannot be read have no nights until they are connected again', { tags: ['deep'] }, async () => {
  const { drives, nights } = await inZones('UTC');
  const [{ begun, set }] = [drives[0]!];
  await set(`state = 'reconnect_needed', state_reason = 'access_lost'`);
  await nights('2031-10-26T02:00:00Z');
  expect(await begun()).toEqual([]);
  await set(`state = 'connected', state_reason = null`);
  await nights('2031-10-26T09:00:00Z');
  expect(await begun()).toEqual(['night running']);
});
