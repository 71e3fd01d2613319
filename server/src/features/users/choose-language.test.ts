import { expect, test } from 'vitest';
import { CATALOGUE_LANGUAGES } from '../../core/messages.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;

// rules/users 20
test('everyone chooses their own language, which the audit log records once', async () => {
  const workspace = await make.workspace();
  const auditor = await server.as('auditor', workspace);
  for (const role of ['learner', 'trainer', 'content_manager', 'super_admin'] as const) {
    const client = await server.as(role, workspace);
    const mine = async () => {
      const { memberships } = await client.session.current.query();
      return memberships.find((each) => each.workspace.id === workspace.id);
    };
    expect(await mine(), role).toMatchObject({ user: { language: null }, workspace: { language: 'en' } });
    for (let time = 0; time < 2; time++) {
      expect(await client.users.chooseLanguage.mutate({ language: 'en' })).toEqual({ language: 'en' });
    }
    expect(await mine(), role).toMatchObject({ user: { language: 'en' } });
  }
  const { events } = await auditor.audit.list.query({ action: 'user.language_chosen' });
  expect(events).toHaveLength(4);
  for (const { actor, subject, changes } of events) {
    expect(subject).toMatchObject({ kind: 'user', id: actor.id });
    expect(changes).toEqual({ language: [null, 'en'] });
  }
});

// rules/users 20, rules/workspaces 6
test('a language that is not offered is refused with those that are, and nothing changes', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const refusal = {
    data: {
      httpStatus: 400,
      errors: [{ path: 'language', message: `Must be one of ${CATALOGUE_LANGUAGES.join(', ')}` }],
    },
  };
  await expect(admin.users.chooseLanguage.mutate({ language: 'tlh' })).rejects.toMatchObject(refusal);
  const settings = { name: 'Acme', time_zone: 'UTC', language: 'tlh' };
  await expect(admin.workspace.update.mutate(settings)).rejects.toMatchObject(refusal);
  expect(await admin.workspace.get.query()).toMatchObject({ name: workspace.name, language: 'en' });
  for (const language of ['', '../de', 'EN', 'x'.repeat(36)]) {
    await expect(admin.users.chooseLanguage.mutate({ language })).rejects.toMatchObject({ data: { httpStatus: 400 } });
  }
});
