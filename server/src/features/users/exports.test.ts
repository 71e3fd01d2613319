import { compileCatalogue } from '@training/shared/i18n/compile-catalogue';
import { createTranslator, type Translator } from '@training/shared/i18n/translator';
import { expect, test } from 'vitest';
import exportsInEnglish from '../../../../shared/messages/en/exports.json' with { type: 'json' };
import { startTestServer } from '../../../test/server.ts';
import type { ActingPerson } from '../../core/context.ts';
import { translatorIn } from '../../core/messages.ts';
import { readCallerLanguage, readWorkspaceLanguage } from '../../core/read-language.ts';
import { createAnalyticsCsvStream } from '../analytics/analytics-csv.ts';
import { streamPeopleCsv } from './people-csv.ts';

/** A language that no catalogue has: English in capitals, but for messages with values, whose names would change. */
const loudCatalogue = compileCatalogue(
  Object.fromEntries(
    Object.entries(exportsInEnglish).map(([key, message]) => [
      key,
      message.includes('{') ? message : message.toUpperCase(),
    ]),
  ),
);
const LOUD = createTranslator('exports', () => ({ language: 'en', catalogue: loudCatalogue }));
const ENGLISH = translatorIn('exports', 'en');

const server = await startTestServer();
const { make } = server;

async function world() {
  const workspace = await make.workspace();
  const { id, email } = await make.user(workspace, { role: 'super_admin', email: `${workspace.slug}@example.com` });
  const actor: ActingPerson = { kind: 'user', id, name: '', email, role: 'super_admin', departmentId: null };
  return { workspace, admin: { id, email }, ctx: { ...make.contextOf(workspace), actor } };
}

async function linesOf(pages: AsyncIterable<string | Uint8Array>): Promise<string[]> {
  const pieces: Buffer[] = [];
  for await (const page of pages) pieces.push(Buffer.from(page));
  return Buffer.concat(pieces).toString('utf8').replace('\uFEFF', '').split('\r\n');
}

// rules/users 20
test('headings, roles and states of the list of people are those of a language', async () => {
  const { ctx, admin } = await world();
  const read = (t: Translator<'exports'>) => linesOf(streamPeopleCsv(ctx, { order: 'added', descending: false }, t));
  const [header, row] = await read(ENGLISH);
  expect(header).toBe(
    '"email","external_id","full_name","role","department","manager","status","added","last_sign_in"',
  );
  expect(row).toMatch(/,"super_admin","[^"]*","","active",/);
  const [loudHeader, loudRow] = await read(LOUD);
  expect(loudHeader).toBe(
    '"EMAIL","EXTERNAL_ID","FULL_NAME","ROLE","DEPARTMENT","MANAGER","STATUS","ADDED","LAST_SIGN_IN"',
  );
  expect(loudRow).toContain(admin.email);
  expect(loudRow).toMatch(/,"SUPER_ADMIN","[^"]*","","ACTIVE",/);
});

// rules/users 20
test('headings and flags of analytics are those of a language, in the same order', async () => {
  const { workspace, ctx } = await world();
  await make.user(workspace, {});
  const read = async (table: 'modules' | 'learners', t: Translator<'exports'>) =>
    linesOf(await createAnalyticsCsvStream(ctx, table, {}, t));
  for (const table of ['modules', 'learners'] as const) {
    const [english] = await read(table, ENGLISH);
    const [loud] = await read(table, LOUD);
    expect(loud).toBe(english?.toUpperCase());
    expect(loud).not.toBe(english);
  }
  expect((await read('learners', ENGLISH))[1]).toContain('"true"');
  expect((await read('learners', LOUD))[1]).toContain('"TRUE"');
});

test('a reader’s language is their own, or else the workspace’s, and English for tokens', async () => {
  const { workspace, admin, ctx } = await world();
  await server.db.pool.query(`update workspaces set language = 'de' where id = $1`, [workspace.id]);
  expect([await readCallerLanguage(ctx), await readWorkspaceLanguage(ctx)]).toEqual(['de', 'de']);
  await server.db.pool.query(`update users set language = 'ar' where id = $1`, [admin.id]);
  expect([await readCallerLanguage(ctx), await readWorkspaceLanguage(ctx)]).toEqual(['ar', 'de']);
  const token = {
    id: admin.id,
    name: '',
    scopes: [],
    createdAt: '',
    mayAssignSuperAdmin: false,
    everyoneHasEmail: true,
    catalogRevision: '',
  };
  expect(await readCallerLanguage({ ...ctx, actor: { ...token, kind: 'token' } })).toBe('en');
});
