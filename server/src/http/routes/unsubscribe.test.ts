import { NotificationCategory } from '@training/shared/notifications/notifications';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { getOrCreateAuthSecret } from '../../auth/sign-in/auth.ts';
import { readConfig } from '../../core/config.ts';
import { newId } from '../../platform/ids.ts';
import { UnsubscribeLinks } from '../../features/notifications/mail/unsubscribe.ts';

const SECRET = 'y'.repeat(40);
const server = await startTestServer({ env: { AUTH_SECRET: SECRET } });
const { make, db, base } = server;
const links = new UnsubscribeLinks(() => getOrCreateAuthSecret(db, readConfig({ AUTH_SECRET: SECRET })));

async function someone(category: NotificationCategory = 'module_submitted') {
  const workspace = await make.workspace({ name: 'Acme <b>' });
  const user = await make.user(workspace, { role: 'content_manager' });
  const named = { workspaceId: workspace.id, userId: user.id, category };
  const token = await links.token(named);
  return { workspace, user, url: `${base}/api/unsubscribe?token=${token}` };
}

async function unsubscribed(userId: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ category: string }>(
    'select category from notification_unsubscribes where user_id = $1 order by category',
    [userId],
  );
  return rows.map(({ category }) => category);
}

async function recorded(userId: string) {
  const { rows } = await db.pool.query<{ action: string; by: string; changes: object }>(
    'select action, actor_name as by, changes from audit_events where subject_id = $1 order by at, id',
    [userId],
  );
  return rows;
}

/** Returns the URL that the page's only button posts to. */
const buttonOf = (page: string) => {
  const [, action = ''] = /<form method="post" action="([^"]*)"/.exec(page) ?? [];
  return new URL(action.replaceAll('&amp;', '&'), base).href;
};

const form = { 'content-type': 'application/x-www-form-urlencoded' };

// rules/notifications 21
test('a scanner that opens the link, however often, ends nothing; the page shows one button', async () => {
  const { user, url } = await someone();
  for (const method of ['GET', 'HEAD', 'GET', 'OPTIONS']) await fetch(url, { method });
  expect(await unsubscribed(user.id)).toEqual([]);
  const answer = await fetch(url);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const page = await answer.text();
  expect(page).toContain('“Module submitted” from Acme &lt;b&gt;');
  expect(page.match(/<button/g)).toHaveLength(1);
  expect(buttonOf(page)).toBe(url);
});

test.each([
  ['as RFC 8058 has it', { headers: form, body: 'List-Unsubscribe=One-Click' }],
  ['as its other form', { body: formData() }],
  ['without a body', {}],
  ['of another type', { headers: { 'content-type': 'text/plain' }, body: 'x' }],
  ['from another site', { headers: { ...form, origin: 'https://mail.example' }, body: 'List-Unsubscribe=One-Click' }],
])('a POST %s ends mails of the kind, without a session, and is recorded once', async (_how, init) => {
  const { user, url } = await someone('approval_decision');
  for (const _ of [1, 2]) {
    const answer = await fetch(url, { method: 'POST', ...init, redirect: 'error' });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('You are unsubscribed: Approval decision');
  }
  expect(await unsubscribed(user.id)).toEqual(['approval_decision']);
  expect(await recorded(user.id)).toEqual([
    { action: 'notifications.unsubscribed', by: 'A link in a mail', changes: { category: 'Approval decision' } },
  ]);
});

function formData(): FormData {
  const data = new FormData();
  data.set('List-Unsubscribe', 'One-Click');
  return data;
}

// rules/notifications 21
test('the page that says so undoes it by a button, and only for that kind', async () => {
  const { workspace, user, url } = await someone('ai_suggestions');
  const other = await links.token({ workspaceId: workspace.id, userId: user.id, category: 'learning' });
  await fetch(`${base}/api/unsubscribe?token=${other}`, { method: 'POST' });
  const ended = await (await fetch(url, { method: 'POST', headers: form, body: '' })).text();
  expect(await unsubscribed(user.id)).toEqual(['ai_suggestions', 'learning']);
  expect(await (await fetch(url)).text()).toContain('You are unsubscribed: AI suggestions');
  const again = await (await fetch(buttonOf(ended), { method: 'POST', headers: form, body: '' })).text();
  expect(again).toContain('You get these e-mails again: AI suggestions');
  expect(await unsubscribed(user.id)).toEqual(['learning']);
  expect(buttonOf(again)).toBe(url);
  expect((await recorded(user.id)).map(({ action }) => action)).toEqual([
    'notifications.unsubscribed',
    'notifications.unsubscribed',
    'notifications.subscribed',
  ]);
});

test('two POSTs at once end it once', async () => {
  const { user, url } = await someone();
  const answers = await Promise.all([1, 2, 3].map(() => fetch(url, { method: 'POST' })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await recorded(user.id)).toHaveLength(1);
});

test('a token that we have not made, or that was changed, is nobody’s: 404, as a page', async () => {
  const { user, url } = await someone();
  const token = new URL(url).searchParams.get('token')!;
  const bytes = Buffer.from(token, 'base64url');
  const forged = new UnsubscribeLinks(async () => 'z'.repeat(40));
  const named = { workspaceId: newId(), userId: user.id, category: 'learning' } as const;
  const wrong = [
    ...[0, 15, 16, 40, bytes.length - 1].map((at) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      return changed.toString('base64url');
    }),
    token.slice(0, -4),
    '',
    'x'.repeat(5_000),
    '%00%ff',
    await forged.token(named),
    await links.token(named),
  ];
  for (const each of wrong) {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(`${base}/api/unsubscribe?token=${each}`, { method });
      expect([each, answer.status, await answer.text()]).toEqual([each, 404, expect.stringContaining('does not work')]);
    }
  }
  expect(await unsubscribed(user.id)).toEqual([]);
});

test('every category of mails has a token that leads back to it', async () => {
  for (const category of NotificationCategory.options) {
    const named = { workspaceId: newId(), userId: newId(), category };
    const token = await links.token(named);
    expect(token.length).toBeLessThan(200);
    expect(await links.read(token)).toEqual(named);
  }
});

test('a body over its limit is 413, and one that is compressed 415', async () => {
  const { url, user } = await someone();
  const post = (init: RequestInit) => fetch(url, { method: 'POST', ...init });
  expect((await post({ headers: form, body: 'x'.repeat(9_000) })).status).toBe(413);
  expect((await post({ headers: { ...form, 'content-encoding': 'gzip' }, body: 'x' })).status).toBe(415);
  expect(await unsubscribed(user.id)).toEqual([]);
});
