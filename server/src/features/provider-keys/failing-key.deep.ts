import { afterAll, expect, test } from 'vitest';
import { newKey, startKeyServer } from '../../../test/key-server.ts';
import { startSmtpServer } from '../../../test/smtp-server.ts';
import type { TestWorkspace } from '../../../test/make.ts';
import { OwnKeyRefusedError } from './own-key.ts';
import { renderFailingKeyMail } from './provider-key-tasks.ts';

const POOLED = 'good-pooled-0123456789abcdef';
const mails = await startSmtpServer({ until: afterAll });
const server = await startKeyServer({ jobs: true, env: { ANTHROPIC_API_KEY: POOLED, SMTP_URL: mails.url } });
const { make, standIn, rows } = server;

async function withOwnKey(key = server.keyFor('good')) {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const own = await admin.providerKeys.add.mutate(newKey('openai', key));
  const shown = async () => (await admin.providerKeys.list.query()).capabilities[0]!.own!;
  return { workspace, admin, own, key, shown };
}

const audited = async (workspace: TestWorkspace) =>
  rows(
    `select action, actor_kind, actor_name, changes->>'outcome' as outcome from audit_events
     where workspace_id = $1 and action ~ '^provider_key.(failing|recovered)' order by at, id`,
    [workspace.id],
  );

/** Mails sent to super admins of the workspace. */
const mailsOf = ({ slug }: TestWorkspace) => mails.received.filter(({ text }) => text.includes(`/${slug}/settings`));

/** True if no mail tasks are left. */
const allSent = async () =>
  (await rows(`select 1 from graphile_worker.jobs where task_identifier = 'mail_failing_key'`)).length === 0;

/** True if no resume tasks are left. */
const allResumed = async () =>
  (await rows(`select 1 from graphile_worker.jobs where task_identifier = 'resume_ai_jobs'`)).length === 0;

// rules/provider-keys 8
test.each([
  ['bad', 'invalid_key'],
  ['no-model', 'no_model_access'],
  ['no-credit', 'quota_exhausted'],
] as const)(
  'an own key that meets “%s” fails the call, and the pooled key is never used instead',
  async (scenario, outcome) => {
    const { workspace, own, key, shown } = await withOwnKey();
    standIn.setScenario(key, scenario);
    const from = standIn.requests.length;
    const failed = server.generate(workspace);
    await expect(failed).rejects.toBeInstanceOf(OwnKeyRefusedError);
    await expect(failed).rejects.toMatchObject({ code: 'provider_key_failed', providerKeyId: own.id, version: 1 });
    await expect(failed).rejects.not.toThrow(/PROVIDER-TEXT/);
    await expect(server.generate(workspace)).rejects.toBeInstanceOf(OwnKeyRefusedError);
    expect(server.keysSince(from)).toEqual([key, key]);
    expect(await shown()).toMatchObject({ failing_since: expect.any(String), last_error: { outcome } });
    expect(await audited(workspace)).toEqual([
      { action: 'provider_key.failing', actor_kind: 'system', actor_name: 'AI features', outcome },
    ]);
  },
);

// rules/provider-keys 9
test('a key of an organization that Anthropic has disabled is failing, though each call is answered with 400', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const key = server.keyFor('good');
  await admin.providerKeys.add.mutate(newKey('anthropic', key));
  const message = 'This organization has been disabled.';
  standIn.setScenario(key, {
    status: 400,
    body: { type: 'error', error: { type: 'invalid_request_error', message }, request_id: 'req_011CWDzTjCygKryF7E' },
  });
  await expect(server.generate(workspace)).rejects.toBeInstanceOf(OwnKeyRefusedError);
  const { capabilities } = await admin.providerKeys.list.query();
  const shown = capabilities[0]?.own;
  expect(shown).toMatchObject({ failing_since: expect.any(String), last_error: { outcome: 'invalid_key' } });
});

// rules/provider-keys 9
test('ten calls that fail at once tell each active super admin by one mail', async () => {
  const { workspace, key } = await withOwnKey();
  const [boss, , gone] = await Promise.all([
    make.user(workspace, { role: 'super_admin', fullName: 'Zoë <b>' }),
    make.user(workspace, { role: 'auditor' }),
    make.user(workspace, { role: 'super_admin', isActive: false }),
  ]);
  const admins = await rows<{ email: string }>(
    `select email from users where workspace_id = $1 and role = 'super_admin' and is_active order by email`,
    [workspace.id],
  );
  standIn.setScenario(key, 'no-credit');
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => server.generate(workspace)));
  expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
  await expect.poll(allSent).toBe(true);
  const sent = mailsOf(workspace);
  expect(sent.map(({ to }) => to).toSorted()).toEqual(admins.map(({ email }) => email));
  expect(sent.some(({ to }) => to === gone.email)).toBe(false);
  const { subject, text, html } = sent.find(({ to }) => to === boss.email)!;
  expect(subject).toContain('AI generation & grading');
  expect(text).toContain('OpenAI doesn’t accept your own key');
  expect(text).toContain('no credit left');
  expect(text).toContain('The pooled key is not used');
  expect(text).toContain(`${server.base}/${workspace.slug}/settings`);
  expect(html).toContain('Zoë &lt;b&gt;');
  expect(JSON.stringify(sent)).not.toContain(key);
  expect(await audited(workspace)).toHaveLength(1);
});

// rules/users 20
test('a mail about a failing key is in its recipient’s language', async () => {
  const { workspace, key } = await withOwnKey();
  const boss = await make.user(workspace, { role: 'super_admin' });
  await rows(`update workspaces set language = 'fr' where id = $1 returning id`, [workspace.id]);
  await rows(`update users set language = 'de' where id = $1 returning id`, [boss.id]);
  standIn.setScenario(key, 'no-credit');
  await expect(server.generate(workspace)).rejects.toBeInstanceOf(OwnKeyRefusedError);
  await expect.poll(() => mailsOf(workspace).length).toBe(2);
  expect(mails.to(boss.email).at(-1)?.html).toContain('<html lang="de"');
  expect(mailsOf(workspace).find(({ to }) => to !== boss.email)?.html).toContain('<html lang="fr"');
});

// rules/provider-keys 9
test('a mail about a failing key of an endpoint, or one that can’t be decrypted, says what helps there', () => {
  const failing = {
    id: 'id',
    to: 'ana@example.com',
    name: 'Ana',
    workspace: 'Acme',
    capability: 'generation' as const,
    provider: 'openai_compatible' as const,
    model: 'llama',
    language: 'en',
    url: 'https://t.example/acme/settings',
  };
  const lost = renderFailingKeyMail({ ...failing, reason: 'undecryptable' });
  expect(lost.text).toContain('Your own key for AI generation & grading (OpenAI-compatible) in Acme can no longer be');
  expect(lost.text).toContain('restore its keyring');
  const model = renderFailingKeyMail({ ...failing, reason: 'no_model_access' });
  expect(model.text).toContain('it usually ends with /v1. The model is llama.');
});

test('a mail about a failing key that is sent again has the same Message-ID', async () => {
  const { workspace, key } = await withOwnKey();
  const boss = await make.user(workspace, { role: 'super_admin' });
  const idsOf = () => mails.to(boss.email).map(({ messageId }) => messageId);
  // The connection ends once the mail has been taken, so that nobody knows whether it arrived.
  mails.treat(boss.email, 'drop');
  standIn.setScenario(key, 'bad');
  await expect(server.generate(workspace)).rejects.toBeInstanceOf(OwnKeyRefusedError);
  await expect.poll(() => idsOf().length).toBe(1);
  mails.treat(boss.email, undefined);
  const soon = `update graphile_worker._private_jobs set run_at = now(), locked_at = null
    where payload ->> 'user_id' = $1 and locked_at is null returning id`;
  await expect.poll(() => rows(soon, [boss.id])).toHaveLength(1);
  await expect.poll(() => idsOf().length).toBe(2);
  expect(new Set(idsOf()).size).toBe(1);
});

test('a call that succeeds says that the key works again, and the next failure is told anew', async () => {
  const { workspace, key, shown } = await withOwnKey();
  for (const round of [1, 2]) {
    standIn.setScenario(key, 'bad');
    await expect(server.generate(workspace)).rejects.toBeInstanceOf(OwnKeyRefusedError);
    await expect.poll(() => mailsOf(workspace).length).toBe(round);
    standIn.setScenario(key, undefined);
    await server.generate(workspace);
    expect(await shown()).toMatchObject({ failing_since: null });
  }
  const actions = (await audited(workspace)).map(({ action }) => action);
  expect(actions).toEqual(['failing', 'recovered', 'failing', 'recovered'].map((word) => `provider_key.${word}`));
});

test('a test finds a key failing, and live again', async () => {
  const { workspace, admin, own, key, shown } = await withOwnKey();
  const { last_verified_at: added } = await shown();
  standIn.setScenario(key, 'bad');
  expect(await admin.providerKeys.test.mutate({ id: own.id })).toMatchObject({ outcome: 'invalid_key' });
  expect(await admin.providerKeys.test.mutate({ id: own.id })).toMatchObject({ outcome: 'invalid_key' });
  const failing = await shown();
  expect(failing).toMatchObject({ version: 1, last_error: { outcome: 'invalid_key' } });
  standIn.setScenario(key, 'broken');
  expect(await admin.providerKeys.test.mutate({ id: own.id })).toMatchObject({ outcome: 'unreachable' });
  await expect(server.generate(workspace)).rejects.toMatchObject({ outcome: 'unreachable' });
  expect(await shown()).toMatchObject({ failing_since: failing.failing_since, last_error: { outcome: 'invalid_key' } });
  standIn.setScenario(key, undefined);
  expect(await admin.providerKeys.test.mutate({ id: own.id })).toMatchObject({ outcome: 'live' });
  const live = await shown();
  expect(live.failing_since).toBeNull();
  // The time of verification is now, later than when the key was added.
  expect([failing.last_verified_at, live.last_verified_at! > added!]).toEqual([added, true]);
  expect((await audited(workspace)).map(({ action }) => action)).toEqual([
    'provider_key.failing',
    'provider_key.recovered',
  ]);
});

test('a test that meets a limit says that the key works, and that calls are limited now', async () => {
  const { admin, own, key, shown } = await withOwnKey();
  standIn.setScenario(key, 'limited');
  expect(await admin.providerKeys.test.mutate({ id: own.id })).toMatchObject({ outcome: 'rate_limited' });
  const limited = await shown();
  expect(limited).toMatchObject({ failing_since: null, last_error: { outcome: 'rate_limited' } });
  expect(limited.last_error!.at >= limited.last_verified_at!).toBe(true);
});

// rules/provider-keys 7
test('a rotation ends the failing, and a removal too', async () => {
  const { workspace, admin, own, key, shown } = await withOwnKey();
  standIn.setScenario(key, 'bad');
  await expect(server.generate(workspace)).rejects.toBeInstanceOf(OwnKeyRefusedError);
  await admin.providerKeys.rotate.mutate({ id: own.id, version: 1, key: server.keyFor('good') });
  expect(await shown()).toMatchObject({ version: 2, failing_since: null, last_error: null });
  expect(await server.generate(workspace)).toBe('Yes.');
  await admin.providerKeys.remove.mutate({ id: own.id });
  const from = standIn.requests.length;
  await server.generate(workspace);
  expect(server.keysSince(from)).toEqual([POOLED]);
});

const PARK = `
insert into ai_jobs (workspace_id, id, feature, capability, state, title, created_by, input, created_at)
select workspace_id, gen_random_uuid(), 'card_generation', 'generation', 'parked', 'Cards', id, '{}', now()
from users where workspace_id = $1 limit 1`;

// rules/provider-keys 9
test.each(['rotate', 'test', 'remove', 'use'] as const)(
  'work that waits for the key is shown, and goes on after: %s',
  async (way) => {
    const { workspace, admin, own, key } = await withOwnKey();
    const parked = async () =>
      (await admin.providerKeys.list.query()).capabilities.map(({ parked_jobs: jobs }) => jobs);
    standIn.setScenario(key, 'bad');
    await expect(server.generate(workspace)).rejects.toBeInstanceOf(OwnKeyRefusedError);
    // Adding the key enqueues a resume task; wait for it, because it must not resume the jobs parked below.
    await expect.poll(allResumed).toBe(true);
    await rows(PARK, [workspace.id]);
    expect(await parked()).toEqual([1, 0]);
    standIn.setScenario(key, undefined);
    if (way === 'rotate')
      await admin.providerKeys.rotate.mutate({ id: own.id, version: 1, key: server.keyFor('good') });
    if (way === 'test') await admin.providerKeys.test.mutate({ id: own.id });
    if (way === 'remove') await admin.providerKeys.remove.mutate({ id: own.id });
    if (way === 'use') await server.generate(workspace);
    await expect.poll(parked).toEqual([0, 0]);
  },
);

test.each([
  'from another workspace',
  'from another capability',
  'in another row',
  'of another version',
  'with another byte',
  'under another key of the keyring',
] as const)('a sealed key %s is not decrypted, and the pooled key is not used instead', async (place) => {
  const { admin, workspace, own, shown } = await withOwnKey();
  const other = await withOwnKey();
  const speech = await admin.providerKeys.add.mutate(newKey('deepgram', server.keyFor('good')));
  const from = standIn.requests.length;
  const took = (text: string, values: unknown[] = [own.id]) => rows(text, values);
  const copy = `update provider_keys k set sealed = s.sealed, key_id = s.key_id from provider_keys s where k.id = $1 and s.id = $2`;
  if (place === 'from another workspace') await took(copy, [own.id, other.own.id]);
  if (place === 'from another capability') await took(copy, [own.id, speech.id]);
  if (place === 'of another version') await took('update provider_keys set version = version + 1 where id = $1');
  if (place === 'with another byte')
    await took(`update provider_keys set sealed = set_byte(sealed, 40, get_byte(sealed, 40) # 1) where id = $1`);
  if (place === 'under another key of the keyring')
    await took(`update provider_keys set key_id = 'older' where id = $1`);
  if (place === 'in another row') {
    await took('delete from provider_key_health where provider_key_id = $1');
    await took('update provider_keys set id = gen_random_uuid() where id = $1');
    await rows(
      'insert into provider_key_health (workspace_id, provider_key_id) select workspace_id, id from provider_keys where workspace_id = $1 and provider = $2',
      [workspace.id, 'openai'],
    );
  }
  await expect(server.generate(workspace)).rejects.toMatchObject({
    code: 'provider_key_failed',
    message: expect.stringMatching(
      place === 'under another key of the keyring'
        ? /cannot be decrypted with this server’s keyring: rotate it, or have the operator restore the keyring/
        : /cannot be decrypted: .* was changed in the database\. It was sent nowhere; tell the operator, and rotate it/,
    ),
  });
  const { id, version } = await shown();
  await expect(admin.providerKeys.test.mutate({ id })).rejects.toMatchObject({
    data: { httpStatus: 409, app_code: 'provider_key_failed' },
  });
  expect(await shown()).toMatchObject({ failing_since: expect.any(String), last_error: null });
  expect(standIn.requests).toHaveLength(from);
  expect(server.logged.at(-1)).toMatchObject({
    message: 'A provider key cannot be decrypted',
    fields: { provider_key_id: id },
  });
  expect(await audited(workspace)).toMatchObject([{ outcome: 'undecryptable' }]);
  const key = server.keyFor('good');
  await admin.providerKeys.rotate.mutate({ id, version, key });
  await server.generate(workspace);
  expect(server.keysSince(from)).toEqual([key, key]);
});
