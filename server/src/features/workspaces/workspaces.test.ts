import { readFileSync } from 'node:fs';
import path from 'node:path';
import { WorkspaceSlug } from '@training/shared/workspaces/workspaces';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;

// rules/workspaces 3 and 4
test('a super admin names the workspace and sets its time zone; auditors read both, others nothing', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const auditor = await server.as('auditor', workspace);
  const grading_trust = { by: 'trainers', figure: null };
  const unset = {
    time_zone: 'UTC',
    language: 'en',
    api_may_assign_super_admin: false,
    require_passkey_for_super_admins: false,
    people_without_email: false,
    managers_may_excuse: false,
    pin_sign_in: false,
    require_single_sign_on: false,
    shared_devices: false,
    due_soon_days: 7,
    scim_brake_percent: 5,
    session_days: 30,
    recordings_kept_days: 30,
    transcripts_kept_days: null,
    addresses_kept_days: null,
    manager_told_days: 0,
    next_manager_told_days: 14,
    sso_domains: [],
    grading_trust,
  };
  expect(await auditor.workspace.get.query()).toEqual({ name: workspace.name, ...unset });
  const settings = { ...unset, name: 'Acme', time_zone: 'America/Sao_Paulo' };
  expect(await admin.workspace.update.mutate({ name: ' Acme ', time_zone: 'America/Sao_Paulo' })).toEqual(settings);
  expect(await admin.workspace.update.mutate({ name: 'Acme', time_zone: 'America/Sao_Paulo' })).toEqual(settings);
  expect(await auditor.workspace.get.query()).toEqual(settings);
  const { events } = await auditor.audit.list.query({ action: 'workspace.updated' });
  expect(events).toMatchObject([
    {
      actor: { kind: 'user' },
      subject: { kind: 'workspace', id: workspace.id, name: 'Acme' },
      changes: { name: [workspace.name, 'Acme'], time_zone: ['UTC', 'America/Sao_Paulo'] },
    },
  ]);
  await expect(auditor.workspace.update.mutate(settings)).rejects.toMatchObject({ data: { httpStatus: 403 } });
  const manager = await server.as('content_manager', workspace);
  await expect(manager.workspace.get.query()).rejects.toMatchObject({ data: { httpStatus: 403 } });
});

// rules/workspaces 3
test('what the operator alone may allow is no field of the console', async () => {
  const client = await server.as('super_admin', await make.workspace());
  const more = { name: 'Acme', time_zone: 'UTC', sso_domains: ['evil.example'], api_may_assign_super_admin: true };
  await expect(client.workspace.update.mutate(more)).rejects.toMatchObject({ data: { httpStatus: 400 } });
  await expect(client.workspace.update.mutate({ name: 'Acme', time_zone: 'Mars/Phobos' })).rejects.toMatchObject({
    data: { httpStatus: 400, errors: [{ path: 'time_zone' }] },
  });
});

// rules/workspaces 4
test.each(['CAT', 'CET'])(
  'a zone that the database lacks, or reads as an abbreviation, is refused: %s',
  async (zone) => {
    const workspace = await make.workspace();
    const client = await server.as('super_admin', workspace);
    await expect(client.workspace.update.mutate({ name: 'Acme', time_zone: zone })).rejects.toMatchObject({
      data: {
        httpStatus: 400,
        errors: [
          { path: 'time_zone', code: 'unknown_time_zone', message: expect.stringContaining('such as Europe/Berlin') },
        ],
      },
    });
    expect(await client.workspace.get.query()).toMatchObject({ name: workspace.name, time_zone: 'UTC' });
    // If the zone was set before, all other settings can still be changed.
    await server.db.pool.query('update workspaces set time_zone = $2 where id = $1', [workspace.id, zone]);
    expect(await client.workspace.update.mutate({ name: 'Acme', time_zone: zone })).toMatchObject({ name: 'Acme' });
    expect(await client.workspace.update.mutate({ name: 'Acme', time_zone: 'GMT' })).toMatchObject({
      time_zone: 'GMT',
    });
  },
);

test('no workspace is called like a page of the console, which is there without a workspace too', () => {
  const navigation = path.join(import.meta.dirname, '../../../../web/src/lib/navigation.ts');
  const pages = [...readFileSync(navigation, 'utf8').matchAll(/'\/\$workspace\/([a-z-]+)/g)].map(([, page]) => page);
  expect(pages).toContain('settings');
  for (const page of pages) expect(WorkspaceSlug.safeParse(page).success, page).toBe(false);
});

// rules/operation 8
test('pages that need days of a time zone that the database lacks name it, and a super admin can choose another', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  await server.db.pool.query(`update workspaces set time_zone = 'Mars/Olympus' where id = $1`, [workspace.id]);
  await expect(admin.analytics.breakdown.query({})).rejects.toMatchObject({
    message: expect.stringContaining('time zone Mars/Olympus'),
    data: { app_code: 'unavailable', httpStatus: 503 },
  });
  await admin.workspace.update.mutate({ name: 'Acme', time_zone: 'Europe/Berlin' });
  expect(await admin.analytics.breakdown.query({})).toMatchObject({ time_zone: 'Europe/Berlin' });
});
