import { mkdtemp, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { wav } from '../../../test/documents/make-recordings.ts';
import { commandsWith } from '../../../test/wtp.ts';
import { pinsOn } from '../../auth/pins/pins-fixture.ts';
import { objectNameOfBlobPart } from '../../database/blob-tables.ts';
import { newId } from '../../platform/ids.ts';
import { readZip } from '../../platform/zip.ts';
import { evidenceOn } from '../evidence/evidence-fixture.ts';
import { startGradingServer } from '../grading/grading-fixture.ts';
import { PERSON_TABLES } from './person-tables.ts';

const { server, before, cast } = await startGradingServer({ env: { ANTHROPIC_API_KEY: '', DEEPGRAM_API_KEY: '' } });
const { db, make } = server;
const { completed, get } = evidenceOn(server);
const { json, failure } = commandsWith({ DATABASE_URL: server.databaseUrl });

/** Tables whose rows are about a workspace, its content or its settings, or repeat what other tables have. */
const WITHOUT_PEOPLE = `
  ai_budget_months ai_call_days ai_calls ai_file_parts ai_job_modules ai_module_days ai_reservations api_token_uses
  assignment_maintenance assignment_runs attested_file_parts audit_chain catalog_revisions chat_connections courses
  department_module_stats departments drive_authorizations drive_change_feeds drive_channels drive_crawl_folders
  drive_crawl_missing drive_crawl_seen drive_crawls drive_file_changes drive_files drive_files_to_request drive_folders
  drive_folders_to_list drive_texts event_sequences generated_items idempotency_keys media module_revisions
  module_stat_changes module_stat_clocks module_stats module_suggestions module_variants notification_settings
  notification_switches outgoing_events path_assignments path_steps paths provider_key_health provider_keys queue_turns quote_checks rate_windows scim_connections scim_groups scim_requests
  sign_in_domains sign_in_issuers
  recording_parts reminder_days source_drifts suggestion_keys suggestions user_counts webhook_attempts
  webhook_deliveries webhook_secrets workspace_move_callers workspace_moves`
  .trim()
  .split(/\s+/);

/** Files of an export by name, as text. */
function textsOf(bytes: Uint8Array): Map<string, string> {
  return new Map([...readZip(bytes)].map(([name, content]) => [name, Buffer.from(content).toString()]));
}

const jsonIn = (files: Map<string, string>, table: string): Record<string, unknown>[] =>
  JSON.parse(files.get(`tables/${table}.json`) ?? '[]');

// rules/users 25
test('every table is part of a person’s export, or has no people, and pages follow its primary key', async () => {
  const { rows } = await db.pool.query<{ name: string; key: string[]; columns: string[] }>(
    `select c.relname as name,
       array(select a.attname::text from unnest(i.indkey) with ordinality k (n, o)
         join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n where k.o > 1 order by k.o) as key,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
     from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and exists (
       select from pg_attribute a where a.attrelid = c.oid and a.attname = 'workspace_id')`,
  );
  const names = rows.map(({ name }) => name).toSorted();
  expect([...Object.keys(PERSON_TABLES), ...WITHOUT_PEOPLE].toSorted()).toEqual(names);
  for (const { name, key, columns } of rows) {
    const exported = PERSON_TABLES[name];
    if (!exported) continue;
    expect(exported.key, name).toEqual(key);
    expect(columns, name).toEqual(expect.arrayContaining([...(exported.without ?? [])]));
  }
});

// rules/users 25
test('a super admin downloads everything that is stored about a person, and nothing of others', async () => {
  const { workspace, person, enrollment } = await completed('Ana =Souza');
  const other = await make.user(workspace, { fullName: 'Bruno Other' });
  await make.enrollment(workspace, other.id, (await make.module(workspace, (await make.course(workspace)).id)).id);
  const admin = await make.user(workspace, { role: 'super_admin' });
  const { response, bytes } = await get(workspace, admin.email, `/people/${person.id}/export`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain(`person-${person.id}-`);
  const files = textsOf(bytes);
  expect(files.get('README.txt')).toContain('Ana =Souza');
  expect(jsonIn(files, 'users')).toMatchObject([{ id: person.id, full_name: 'Ana =Souza', email: person.email }]);
  expect(files.get('tables/users.csv')).toContain('"Ana =Souza"');
  expect(jsonIn(files, 'enrollments')).toMatchObject([{ id: enrollment.id, user_id: person.id }]);
  expect(jsonIn(files, 'answers')).toMatchObject([{ response: { kind: 'single_choice', choice: 0 } }]);
  expect(jsonIn(files, 'completion_evidence')).toMatchObject([{ enrollment_id: enrollment.id }]);
  expect(files.get(`certificates/certificate-${enrollment.id}.pdf`)).toMatch(/^%PDF/);
  expect([...files.keys()]).not.toContain('sign-in.json');
  for (const [name, text] of files) {
    expect(text, name).not.toContain(other.id);
    expect(text, name).not.toContain('Bruno Other');
  }
  const { rows } = await db.pool.query(
    `select actor_id, subject_name from audit_events where workspace_id = $1 and action = 'user.exported'`,
    [workspace.id],
  );
  expect(rows).toEqual([{ actor_id: admin.id, subject_name: 'Ana =Souza' }]);
});

// rules/users 25
test('an export has the recordings of spoken answers and how they were graded, but none that the storage has lost in part', async () => {
  const me = await before(await cast());
  const bytes = new Uint8Array(1_500_000);
  bytes.set(wav(0, { rate: 48_000, says: 1_499_956 }));
  bytes.fill(7, 1_000_000);
  const { recording_id } = await me.learner.client.grading.uploadRecording.mutate(new Blob([bytes]));
  const { attempt_id, question_id } = me;
  await me.learner.client.grading.answerSpoken.mutate({
    attempt_id,
    question_id,
    response: { by: 'recording', recording_id },
  });
  const url = `${server.base}/api/workspaces/${me.workspace.slug}/people/${me.learner.id}/export`;
  const exported = async () =>
    readZip(new Uint8Array(await (await fetch(url, { headers: me.admin.headers })).arrayBuffer()));
  const archive = await exported();
  expect(Buffer.from(archive.get(`recordings/${recording_id}.wav`) ?? []).equals(Buffer.from(bytes))).toBe(true);
  expect([...archive.keys()]).toContain('tables/spoken_answers.json');
  await server.storage.remove(objectNameOfBlobPart({ workspaceId: me.workspace.id, id: recording_id, n: 1 }));
  expect((await exported()).get(`recordings/${recording_id}.wav`)?.length).toBeUndefined();
});

// rules/users 25
test('an export of more rows than one page has each of them once', async () => {
  const workspace = await make.createdWorkspace(new Date());
  const person = await make.user(workspace);
  await db.pool.query(
    `insert into notifications (workspace_id, id, category, kind, channel, recipient_id, because, subject_kind,
       subject_id, subject_name, part, round, facts, state, attempts, at, finished_at)
     select $1, gen_random_uuid(), 'training', 'due', 'inbox', $2, 'learner', 'module', gen_random_uuid(), 'M' || n, '', 0,
       '{}', 'sent', 0, now(), now() from generate_series(1, 1203) n`,
    [workspace.id, person.id],
  );
  const admin = await make.user(workspace, { role: 'super_admin' });
  const files = textsOf((await get(workspace, admin.email, `/people/${person.id}/export`)).bytes);
  const names = jsonIn(files, 'notifications').map(({ subject_name }) => subject_name);
  expect(names).toHaveLength(1_203);
  expect(new Set(names).size).toBe(1_203);
  expect(files.get('tables/notifications.csv')?.trimEnd().split('\r\n')).toHaveLength(1_204);
});

// rules/users 25
test('only super admins export people, and only of their own workspace', async () => {
  const { workspace, person } = await completed();
  const elsewhere = await make.createdWorkspace(new Date());
  for (const role of ['learner', 'trainer', 'content_manager', 'auditor'] as const) {
    const { email } = await make.user(workspace, { role, departmentId: (await make.department(workspace)).id });
    expect((await get(workspace, email, `/people/${person.id}/export`)).response.status, role).toBe(403);
  }
  const stranger = await make.user(elsewhere, { role: 'super_admin' });
  expect((await get(elsewhere, stranger.email, `/people/${person.id}/export`)).response.status).toBe(404);
  const { email } = await make.user(workspace, { role: 'super_admin' });
  expect((await get(workspace, email, `/people/${newId()}/export`)).response.status).toBe(404);
  expect((await get(workspace, email, `/people/nobody/export`)).response.status).toBe(400);
});

// rules/users 25
test('the operator’s export also has sessions and passkeys, and replaces no file', async () => {
  const { workspace, person } = await completed('Cara Operated');
  await server.signIn(person.email);
  const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'export-')), 'cara.zip');
  const words = ['person', 'export', '--workspace', workspace.slug];
  const byEmail = [...words, '--email', person.email.toUpperCase(), '--out', file];
  expect(await json(byEmail)).toEqual({ user_id: person.id, file });
  const files = textsOf(new Uint8Array(await readFile(file)));
  expect(JSON.parse(files.get('sign-in.json') ?? '')).toMatchObject({ sessions: [{}], passkeys: [] });
  expect(files.get('sign-in.json')).not.toContain('token');
  expect(await failure(byEmail)).toContain('exists already');
  expect(await failure([...words, '--external-id', 'unknown', '--out', `${file}.2`])).toContain('no user unknown');
  await expect(readFile(`${file}.2`)).rejects.toThrow('ENOENT');
  expect(await failure(words)).toContain('--email or --external-id');
});

// rules/users 25
test('the operator’s export of someone without an address has the sessions of their PIN', async () => {
  const { workspace, owner } = await pinsOn(server).world();
  const ana = await owner();
  const file = path.join(await mkdtemp(path.join(os.tmpdir(), 'export-')), 'ana.zip');
  await json(['person', 'export', '--workspace', workspace.slug, '--external-id', ana.number, '--out', file]);
  const files = textsOf(new Uint8Array(await readFile(file)));
  expect(JSON.parse(files.get('sign-in.json') ?? '')).toMatchObject({ sessions: [{ pin: true }], passkeys: [] });
});
