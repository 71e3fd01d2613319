import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestServer, type Client } from '../../../test/server.ts';
import { tamper } from '../../../test/tamper.ts';
import type { TestWorkspace } from '../../../test/make.ts';

const server = await startTestServer();
const { make } = server;

type Entry = {
  at: string;
  action?: string;
  by?: { id: string; name: string };
  subject?: { id: string; name: string };
  section?: string | null;
};

const TOM = { id: randomUUID(), name: 'Tom' };
const UMA = { id: randomUUID(), name: 'Uma' };
const PUSH = { id: randomUUID(), name: 'Git Push' };
const PULL = { id: randomUUID(), name: 'Git Pull' };

async function log(workspace: TestWorkspace, entries: Entry[]): Promise<string[]> {
  const ids: string[] = [];
  for (const { at, action = 'module.section_edited', by = TOM, subject = PUSH, section = 'flashcards' } of entries) {
    const id = randomUUID();
    ids.push(id);
    await server.db.pool.query(
      `insert into audit_events (workspace_id, id, at, action, actor_kind, actor_id, actor_name,
         subject_kind, subject_id, subject_name, changes)
       values ($1, $2, $3, $4, 'user', $5, $6, 'module', $7, $8, $9)`,
      [workspace.id, id, at, action, by.id, by.name, subject.id, subject.name, section && { section, items: [1, 2] }],
    );
  }
  return ids;
}

/** Creates a workspace with a time zone and an empty log. */
async function empty(timeZone = 'UTC') {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  await admin.workspace.update.mutate({ name: 'W', time_zone: timeZone });
  await tamper(server.db.pool, 'delete from audit_events where workspace_id = $1', [workspace.id]);
  return { workspace, admin };
}

type Asked = Parameters<Client['audit']['lines']['query']>[0];

/** Each line as text: "Tom section_edited Git Push 3× 10:02–10:40". */
async function told(admin: Client, asked: Asked = {}) {
  const { lines } = await admin.audit.lines.query(asked);
  const minute = (at: string) => at.slice(11, 16);
  return lines.map(({ at, actor, action, subject, folded }) => {
    const when = folded ? `${folded.count}× ${minute(folded.since)}–${minute(at)}` : minute(at);
    return `${actor.name} ${action.split('.')[1]} ${subject.name} ${when}`;
  });
}

const at = (minute: string) => `2026-03-02T${minute}:00.000Z`;

// rules/audit 10
test('what is saved by itself at a stretch is one line, beside what others do meanwhile', async () => {
  const { workspace, admin } = await empty();
  const twin = await empty();
  const entries: Entry[] = [
    { at: at('10:02') },
    { at: at('10:10'), by: UMA },
    { at: at('10:15'), subject: PULL },
    { at: at('10:20'), section: 'quiz' },
    { at: at('10:31') },
    { at: at('10:35'), by: UMA },
    { at: at('10:40') },
  ];
  for (const place of [workspace, twin.workspace]) await log(place, entries);
  expect(await told(admin)).toEqual([
    'Tom section_edited Git Push 3× 10:02–10:40',
    'Uma section_edited Git Push 2× 10:10–10:35',
    'Tom section_edited Git Push 10:20',
    'Tom section_edited Git Pull 10:15',
  ]);
});

// rules/audit 10
test.each([
  ['more than half an hour without a save', [{ at: at('10:00') }, { at: at('10:31') }], ['10:31', '10:00']],
  [
    'something else that becomes of the module',
    [
      { at: at('10:00') },
      { at: at('10:01') },
      { at: at('10:02'), action: 'module.submitted', section: null },
      { at: at('10:03') },
      { at: at('10:04') },
    ],
    ['2× 10:03–10:04', '10:02', '2× 10:00–10:01'],
  ],
  [
    'midnight',
    [{ at: '2026-03-02T23:50:00.000Z' }, { at: '2026-03-02T23:59:59.999Z' }, { at: '2026-03-03T00:00:00.000Z' }],
    ['00:00', '2× 23:50–23:59'],
  ],
  [
    'another name of the module',
    [{ at: at('10:00') }, { at: at('10:01'), subject: { ...PUSH, name: 'Git push' } }],
    ['10:01', '10:00'],
  ],
] as [string, Entry[], string[]][])('%s begins another line', async (_, entries, times) => {
  const { workspace, admin } = await empty();
  await log(workspace, entries);
  const lines = await told(admin);
  expect(lines.map((line) => /(?:\d+× )?[\d:–]+$/.exec(line)?.[0])).toEqual(times);
});

// rules/audit 10
test('what is no autosave is never folded', async () => {
  const { workspace, admin } = await empty();
  const action = 'module.updated';
  await log(workspace, [
    { at: at('10:00'), action, section: null },
    { at: at('10:01'), action, section: null },
  ]);
  expect(await told(admin)).toHaveLength(2);
});

// rules/audit 10
test('pages have as many lines as are asked for, however much is folded, and each entry stands in one line', async () => {
  const { workspace, admin } = await empty();
  const entries: Entry[] = [];
  const two = (number: number) => String(number).padStart(2, '0');
  // Three users save in turn for hours. Sometimes something else happens, partly at the same moment.
  for (let minute = 0; minute < 240; minute += 1) {
    const moment = at(`${two(8 + Math.floor(minute / 60))}:${two(minute % 60)}`);
    entries.push({ at: moment, by: minute % 3 === 0 ? UMA : TOM, subject: minute % 5 === 0 ? PULL : PUSH });
    if (minute % 40 === 7) entries.push({ at: moment, by: UMA, action: 'module.submitted', section: null });
    if (minute % 50 === 9)
      entries.push({ at: moment, by: UMA, action: 'course.updated', subject: PULL, section: null });
  }
  await log(workspace, entries);
  const all = await admin.audit.lines.query({ limit: 100 });
  expect(all.next).toBeNull();
  expect(all.lines.length).toBeGreaterThan(20);
  const total = all.lines.reduce((sum, { folded }) => sum + (folded?.count ?? 1), 0);
  expect(total).toBe(entries.length);
  for (const limit of [1, 7]) {
    const paged = [];
    for (let cursor: NonNullable<Asked>['cursor'], more = true; more;) {
      const page = await admin.audit.lines.query({ limit, cursor });
      if (page.next) expect(page.lines).toHaveLength(limit);
      paged.push(...page.lines);
      cursor = page.next ?? undefined;
      more = page.next !== null;
    }
    expect(paged).toEqual(all.lines);
  }
  // Each line contains as many entries as it counts, and no entry is in two lines.
  const seen = new Set<string>();
  for (const { id, at: when, folded } of all.lines) {
    if (folded === null) {
      seen.add(id);
      continue;
    }
    const { events } = await admin.audit.folded.query({ id, at: when });
    expect(events).toHaveLength(folded.count);
    expect([events[0]?.id, events.at(-1)?.at]).toEqual([id, folded.since]);
    for (const event of events) seen.add(event.id);
  }
  expect(seen.size).toBe(entries.length);
});

// rules/audit 3
test('days and ranges are those of the workspace’s time zone', async () => {
  const { workspace, admin } = await empty('Asia/Tokyo');
  await log(workspace, [
    { at: '2026-03-01T14:59:59.999Z' },
    { at: '2026-03-01T15:00:00.000Z', subject: PULL },
    { at: '2026-03-02T14:59:59.999Z', section: 'quiz' },
    { at: '2026-03-02T15:00:00.000Z', by: UMA },
  ]);
  const { time_zone, lines } = await admin.audit.lines.query({});
  expect(time_zone).toBe('Asia/Tokyo');
  expect(lines.map(({ day }) => day)).toEqual(['2026-03-03', '2026-03-02', '2026-03-02', '2026-03-01']);
  const range = { first_day: '2026-03-02', last_day: '2026-03-02' };
  expect(await told(admin, range)).toEqual(['Tom section_edited Git Push 14:59', 'Tom section_edited Git Pull 15:00']);
  expect((await admin.audit.list.query(range)).total).toBe(2);
});

// rules/audit 3
test('the last days end with today', async () => {
  const { workspace, admin } = await empty('Pacific/Auckland');
  const midnight = await server.db.pool.query<{ today: Date }>(
    `select (now() at time zone 'Pacific/Auckland')::date::timestamp at time zone 'Pacific/Auckland' as today`,
  );
  const today = midnight.rows[0]!.today.getTime();
  const moment = (ms: number) => new Date(ms).toISOString();
  // Days with a clock change have another length, so no entry is near the other boundaries.
  await log(workspace, [
    { at: moment(today), subject: PUSH },
    { at: moment(today - 1), subject: PULL },
    { at: moment(today - 7.5 * 86_400_000), by: UMA },
  ]);
  expect(await told(admin, { days: 1 })).toHaveLength(1);
  expect(await told(admin, { days: 7 })).toHaveLength(2);
  expect(await told(admin, { days: 30 })).toHaveLength(3);
});

// rules/audit 3
test('one person is filtered by, and a line that a range cuts shows what lies within', async () => {
  const { workspace, admin } = await empty();
  await log(workspace, [{ at: at('10:00') }, { at: at('10:10'), by: UMA }, { at: at('10:20') }, { at: at('10:30') }]);
  expect(await told(admin, { by: TOM.id })).toEqual(['Tom section_edited Git Push 3× 10:00–10:30']);
  expect(await told(admin, { by: UMA.id })).toEqual(['Uma section_edited Git Push 10:10']);
  expect(await told(admin, { by: randomUUID() })).toEqual([]);
  expect(await told(admin, { by: TOM.id, to: at('10:30') })).toEqual(['Tom section_edited Git Push 2× 10:00–10:20']);
  expect(await told(admin, { by: TOM.id, from: at('10:05') })).toEqual(['Tom section_edited Git Push 2× 10:20–10:30']);
});

test('a line of a module names its course, and one of a module that is gone does not', async () => {
  const { workspace, admin } = await empty();
  const course = await make.course(workspace);
  const module = await make.module(workspace, course.id, { title: 'There' });
  await log(workspace, [
    { at: at('10:00'), subject: { id: module.id, name: 'There' } },
    { at: at('10:01'), subject: PULL },
  ]);
  const { lines } = await admin.audit.lines.query({});
  expect(lines.map(({ subject, course_id }) => [subject.name, course_id])).toEqual([
    ['Git Pull', null],
    ['There', course.id],
  ]);
});

// rules/audit 3
test('super admins and auditors read lines and what is folded into them; nobody else does', async () => {
  const { workspace } = await empty();
  const [id] = await log(workspace, [{ at: at('10:00') }, { at: at('10:01') }]);
  for (const role of ['learner', 'trainer', 'content_manager'] as const) {
    const person = await server.as(role, workspace);
    const refused = { data: { httpStatus: 403 } };
    await expect(person.audit.lines.query({})).rejects.toMatchObject(refused);
    await expect(person.audit.folded.query({ id: id!, at: at('10:00') })).rejects.toMatchObject(refused);
  }
  const auditor = await server.as('auditor', workspace);
  expect((await auditor.audit.lines.query({})).lines).not.toEqual([]);
  const twin = await empty();
  expect(await twin.admin.audit.folded.query({ id: id!, at: at('10:00') })).toEqual({ events: [] });
});
