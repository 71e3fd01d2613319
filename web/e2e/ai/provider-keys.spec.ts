import type { Locator, Page } from '@playwright/test';
import { translatorIn } from '../../../server/src/core/messages.ts';
import { streamOf } from '../../../server/test/ai/streams.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, keyFor, test } from '../fixtures.ts';

const names = translatorIn('ai-names', 'en');
const texts = translatorIn('provider-keys', 'en');

const GENERATION = 'AI generation & grading';
const SPEECH = 'Speech transcription';

const rowOf = (page: Page, capability: string) => page.getByRole('article', { name: capability });

/** What stands beside the capability’s name. */
const badgeOf = (row: Locator) => row.getByRole('heading', { level: 3 }).locator('xpath=following-sibling::*');

async function openSettings(page: Page, workspace: string) {
  await page.goto(`/${workspace}/settings`);
  await expect(rowOf(page, GENERATION)).toBeVisible();
}

const openPlace = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click();

/** Asks as a page of somebody else would; answers the status and the result. */
async function call(page: Page, workspace: string, procedure: string, input: object) {
  return page.evaluate(
    async ([slug, name, body]) => {
      const headers = { 'content-type': 'application/json', 'x-workspace': slug };
      const response = await fetch(`/api/trpc/providerKeys.${name}`, { method: 'POST', headers, body });
      return response.json();
    },
    [workspace, procedure, JSON.stringify(input)] as const,
  );
}

const addKey = (page: Page, workspace: string, key: string) =>
  call(page, workspace, 'add', { provider: 'anthropic', model: 'claude-opus-5-5', key });

/** An answer that was under way when the page was left, or after the last check, is heard by nobody. */
function unlessLeft(error: unknown): string {
  if (/navigated away|Test ended/.test(String(error))) return '';
  throw error;
}

/** Everything that the browser keeps or hears from now on; answers a check that none of it holds a secret. */
function watchFor(page: Page) {
  const heard: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/') && !response.url().includes('live.follow'))
      heard.push(response.text().catch(unlessLeft));
  });
  return async (secrets: string[]) => {
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    );
    const fields = await page.evaluate(() => [...document.querySelectorAll('input')].map(({ value }) => value).join());
    const everything = [await page.content(), kept, fields, page.url(), ...(await Promise.all(heard))].join('\n');
    for (const secret of secrets) expect(everything).not.toContain(secret);
  };
}

test('a key is refused in each way, then added, tested, rotated and removed', async ({
  page,
  server,
  ai,
  signInAs,
}) => {
  await server.createWorkspace('keys');
  await signInAs('super_admin', 'Robin Example', 'keys');
  await openSettings(page, 'keys');
  const expectNoSecret = watchFor(page);
  const row = rowOf(page, GENERATION);
  await expect(row).toContainText('Pooled');
  await expect(row).toContainText('Anthropic, Claude Opus 5.5, with the pooled key included');
  await openPlace(page, 'AI usage');
  await expect(page.getByText('No calls yet')).toBeVisible();
  await expect(page.getByRole('region', { name: /^Pooled keys in / })).toContainText('$0.00 spent. No limit is set');
  await openPlace(page, 'Provider keys');

  await page.getByRole('button', { name: `Add key for ${GENERATION}` }).click();
  const dialog = page.getByRole('dialog', { name: `Add key for ${GENERATION}` });
  const field = dialog.getByLabel('Key', { exact: true });
  const submit = dialog.getByRole('button', { name: 'Check and add' });
  await submit.click();
  await expect(dialog.getByText('paste the whole key')).toBeVisible();
  await expect(field).toBeFocused();
  for (const [scenario, outcome, then, place] of [
    ['bad', 'invalid_key', 'Check the field above.', field],
    ['no-credit', 'quota_exhausted', 'Try again.', field],
    ['broken', 'unreachable', 'Try again.', field],
    ['no-model', 'no_model_access', 'Check the field above.', dialog.getByLabel('Model', { exact: true })],
  ] as const) {
    await field.fill(keyFor(scenario));
    await submit.click();
    await expect(dialog.getByRole('alert')).toContainText(names(`outcome.${outcome}`));
    await expect(dialog.getByRole('alert')).toContainText('Couldn’t add the key');
    await expect(dialog.getByRole('alert')).toContainText(`${then}`);
    await expect(place).toHaveAccessibleDescription(new RegExp(texts(`advice.${outcome}`).slice(0, 30)));
    await expect(place).toBeFocused();
    await expect(field).toHaveValue(keyFor(scenario));
  }

  const release = ai.hold();
  await field.fill(keyFor('good'));
  await submit.click();
  await expect(dialog.getByText('Checking the key with Anthropic…')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  release();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Own key');
  await expect(row).toContainText('just now by Robin Example');
  await expect(row.getByRole('heading')).toBeFocused();
  await expectNoSecret([keyFor('good'), keyFor('bad'), keyFor('no-model')]);

  await row.getByRole('button', { name: 'Test' }).click();
  await expect(row.getByRole('status')).toContainText(/Test: Live.*\d+ ms, just now/);
  ai.setScenario(keyFor('good'), 'no-credit');
  await row.getByRole('button', { name: 'Test' }).click();
  await expect(row.getByRole('status')).toContainText('Test: Quota used up.');
  await expect(row).toContainText('Failing');
  await expect(row.getByRole('alert')).toContainText(texts('advice.quota_exhausted'));
  await expect(row.getByRole('alert')).toContainText('Jobs that need this key wait until it works.');
  for (const [scenario, badge, advice] of [
    ['limited', 'Rate-limited', texts('advice.rate_limited')],
    ['broken', 'Not reachable', texts('advice.unreachable')],
  ] as const) {
    ai.setScenario(keyFor('good'), undefined);
    await row.getByRole('button', { name: 'Test' }).click();
    await expect(badgeOf(row)).toHaveText('Own key');
    ai.setScenario(keyFor('good'), scenario);
    await row.getByRole('button', { name: 'Test' }).click();
    await expect(badgeOf(row)).toHaveText(badge);
    await expect(row.getByRole('alert')).toContainText(advice);
    await expectAccessible(page);
  }
  ai.setScenario(keyFor('good'), undefined);

  await row.getByRole('button', { name: 'Rotate' }).click();
  const rotation = page.getByRole('dialog', { name: `Rotate key for ${GENERATION}` });
  await rotation.getByLabel('New key', { exact: true }).fill(keyFor('bad'));
  await rotation.getByRole('button', { name: 'Check and rotate' }).click();
  await expect(rotation.getByRole('alert')).toContainText('Key refused');
  await rotation.getByLabel('New key', { exact: true }).fill(keyFor('good', 'second'));
  await rotation.getByRole('button', { name: 'Check and rotate' }).click();
  await expect(rotation).toBeHidden();
  await expect(row).toContainText('rotated just now by Robin Example');
  await expect(row).not.toContainText('Failing');
  await expect(row.getByRole('status')).toBeEmpty();

  // Opened again, the dialog has forgotten what was typed.
  await row.getByRole('button', { name: 'Rotate' }).click();
  await expect(rotation.getByLabel('New key', { exact: true })).toHaveValue('');
  await page.keyboard.press('Escape');

  await openPlace(page, 'AI usage');
  await expect(page.getByRole('table', { name: 'AI usage by feature' })).toContainText('Key checks');
  await openPlace(page, 'Provider keys');
  await row.getByRole('button', { name: 'Remove' }).click();
  const question = page.getByRole('dialog', { name: `Remove key for ${GENERATION}?` });
  await expect(question).toContainText('uses the pooled key');
  await expect(question).toContainText('can’t be recovered');
  await question.getByRole('button', { name: 'Remove key' }).click();
  await expect(row).toContainText('Pooled');
  await expect(page.getByRole('heading', { name: 'AI provider keys' })).toBeFocused();
  await page.reload();
  await expect(row).toContainText('Pooled');
  await expectNoSecret([keyFor('good'), keyFor('good', 'second'), keyFor('bad')]);
});

test('the model is changed without typing the key again', { tag: '@deep' }, async ({ page, server, ai, signInAs }) => {
  await server.createWorkspace('models');
  await signInAs('super_admin', 'Robin Example', 'models');
  await openSettings(page, 'models');
  const key = keyFor('good', 'models');
  await addKey(page, 'models', key);
  const expectNoSecret = watchFor(page);
  const row = rowOf(page, GENERATION);
  await expect(row).toContainText('Claude Opus 5.5');
  await row.getByRole('button', { name: 'Change model' }).click();
  const dialog = page.getByRole('dialog', { name: `Change model for ${GENERATION}` });
  await expect(dialog.getByLabel('Model', { exact: true })).toBeFocused();
  await dialog.getByLabel('Model', { exact: true }).selectOption('Claude Haiku 5.5');
  ai.setScenario(key, 'no-model');
  await dialog.getByRole('button', { name: 'Check and change' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Couldn’t change the model');
  await expect(dialog.getByLabel('Model', { exact: true })).toBeFocused();
  ai.setScenario(key, undefined);
  await dialog.getByRole('button', { name: 'Check and change' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Claude Haiku 5.5');
  await expect(row.getByRole('button', { name: 'Change model' })).toBeFocused();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await expectNoSecret([key]);
});

test(
  'a task gets a model of its own by keyboard, and a refused one is named',
  { tag: '@deep' },
  async ({ page, server, ai, signInAs }) => {
    await server.createWorkspace('tasks');
    await signInAs('super_admin', 'Robin Example', 'tasks');
    await openSettings(page, 'tasks');
    const key = keyFor('good', 'tasks');
    await addKey(page, 'tasks', key);
    const row = rowOf(page, GENERATION);
    const summary = row.getByText('Models for each task');
    await expect(summary).toContainText('(all use the key’s model)');
    await summary.focus();
    await page.keyboard.press('Enter');
    const look = row.getByRole('listitem').filter({ hasText: 'Second look' });
    await expect(look).toContainText('Claude Opus 5.5 (the key’s)');
    const opener = row.getByRole('button', { name: 'Change the model for Second look' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change the model for Second look' });
    const field = dialog.getByLabel('Model', { exact: true });
    await expect(field).toBeFocused();
    await expect(field.getByRole('option').first()).toHaveText('The key’s model (Claude Opus 5.5)');
    await field.selectOption('Claude Sonnet 5.5');
    ai.denyModel(key, 'claude-sonnet-5-5');
    const submit = dialog.getByRole('button', { name: 'Check and change' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(submit).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toContainText('Couldn’t change the model');
    await expect(field).toBeFocused();
    ai.denyModel(key, 'claude-sonnet-5-5', false);
    await dialog.getByRole('button', { name: 'Check and change' }).click();
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(look).toContainText('Claude Sonnet 5.5');
    await expect(look).not.toContainText('(the key’s)');
    await expect(summary).toContainText('(1 of 4 have their own)');

    ai.denyModel(key, 'claude-sonnet-5-5');
    await row.getByRole('button', { name: 'Test the key' }).click();
    await expect(row.getByRole('status')).toContainText('Test: No access to the model (Claude Sonnet 5.5).');
    await expect(row.getByRole('alert')).toContainText('No access to the model Claude Sonnet 5.5');
    await expect(row.getByRole('alert')).toContainText('Tasks with other models work on.');
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await opener.click();
    await field.selectOption('The key’s model (Claude Opus 5.5)');
    await dialog.getByRole('button', { name: 'Check and change' }).click();
    await expect(row).not.toContainText('Failing');
    await expect(summary).toContainText('(all use the key’s model)');
  },
);

test(
  'what others do shows without a reload, and is not overwritten unseen',
  { tag: '@deep' },
  async ({ page, server, signInAs }) => {
    await server.createWorkspace('live');
    await signInAs('super_admin', 'Robin Example', 'live');
    await openSettings(page, 'live');
    const row = rowOf(page, GENERATION);
    await expect(row).toContainText('Pooled');
    const { id, version } = (await addKey(page, 'live', keyFor('good'))).result.data;
    await expect(row).toContainText('Own key');

    await row.getByRole('button', { name: 'Rotate' }).click();
    const dialog = page.getByRole('dialog', { name: `Rotate key for ${GENERATION}` });
    await dialog.getByLabel('New key', { exact: true }).fill(keyFor('good', 'mine'));
    await call(page, 'live', 'rotate', { id, version, key: keyFor('good', 'theirs') });
    await dialog.getByRole('button', { name: 'Check and rotate' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Robin Example rotated this key');
    await dialog.getByRole('button', { name: 'Check and rotate' }).click();
    await expect(dialog).toBeHidden();

    await row.getByRole('button', { name: 'Rotate' }).click();
    await dialog.getByLabel('New key', { exact: true }).fill(keyFor('good', 'late'));
    await call(page, 'live', 'remove', { id });
    await expect(dialog.getByRole('alert')).toContainText('Someone removed this key. Close this');
    await expect(dialog.getByRole('button', { name: 'Check and rotate' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(row).toContainText('Pooled');
    await expect(row.getByRole('heading')).toBeFocused();
  },
);

test(
  'an auditor sees how the keys fare, and no way to change them',
  { tag: '@deep' },
  async ({ page, server, signInAs }) => {
    await server.createWorkspace('audited');
    await signInAs('super_admin', 'Robin Example', 'audited');
    await openSettings(page, 'audited');
    await addKey(page, 'audited', keyFor('good'));
    await page.context().clearCookies();
    await signInAs('auditor', 'Alex Auditor', 'audited');
    await openSettings(page, 'audited');
    await expect(rowOf(page, GENERATION)).toContainText('Own key since');
    await expect(rowOf(page, GENERATION)).not.toContainText('Robin Example');
    await expect(rowOf(page, SPEECH)).toContainText('A super admin can add one here');
    await expect(page.getByRole('article').getByRole('button')).toHaveCount(0);
    await openPlace(page, 'AI usage');
    await expect(page.getByRole('table', { name: 'AI usage by feature' })).toBeVisible();
  },
);

test('a key is set up by the keyboard alone', { tag: '@deep' }, async ({ page, server, signInAs }) => {
  await server.createWorkspace('typed');
  await signInAs('super_admin', 'Robin Example', 'typed');
  await openSettings(page, 'typed');
  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error('The keyboard does not reach it');
  };
  const opener = page.getByRole('button', { name: `Add key for ${GENERATION}` });
  await tabTo(opener);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Add key for ${GENERATION}` });
  await expect(dialog.getByLabel('Provider')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Provider')).toBeFocused();
  await page.keyboard.type('Azure');
  await tabTo(dialog.getByLabel('Resource'));
  await page.keyboard.type('https://acme.example');
  await tabTo(dialog.getByLabel('Deployment'));
  await page.keyboard.type('cards');
  await tabTo(dialog.getByLabel('Key', { exact: true }));
  await page.keyboard.type(keyFor('good'));
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Resource')).toBeFocused();
  await expect(dialog.getByLabel('Resource')).toHaveAccessibleDescription(/Must be the resource’s name alone/);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('acme');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, GENERATION)).toContainText('Azure OpenAI, cards on acme.openai.azure.com');
  await expect(rowOf(page, GENERATION).getByRole('heading')).toBeFocused();
  await tabTo(page.getByRole('button', { name: `Test the key for ${GENERATION}` }));
  await page.keyboard.press('Enter');
  await expect(rowOf(page, GENERATION).getByRole('status')).toContainText('Test: Live.');
  await tabTo(page.getByRole('button', { name: `Remove the key for ${GENERATION}` }));
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: `Remove key for ${GENERATION}?` });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(question.getByRole('button', { name: 'Remove key' }));
  await page.keyboard.press('Enter');
  await expect(rowOf(page, GENERATION)).toContainText('Pooled');
});

// rules/ai 25
test(
  'the usage says how much input was cached, and what that saved',
  { tag: '@deep' },
  async ({ page, server, ai, signInAs }) => {
    await server.createWorkspace('cached');
    await signInAs('super_admin', 'Robin Example', 'cached');
    await openSettings(page, 'cached');
    const own = keyFor('good', 'cached');
    await addKey(page, 'cached', own);
    const used = { input_tokens: 1_000, cache_read_input_tokens: 800_000, cache_creation_input_tokens: 400 };
    ai.setScenario(
      own,
      streamOf(
        { type: 'message_start', message: { id: 'msg_1', usage: used } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '{"answer":"yes"}' } },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 10 } },
        { type: 'message_stop' },
      ),
    );
    await page.reload();
    await rowOf(page, GENERATION).getByRole('button', { name: 'Test' }).click();
    await expect(rowOf(page, GENERATION).getByRole('status')).toContainText('Test: Live.');
    await openPlace(page, 'AI usage');
    await expect(
      page.getByText(/^800,000 of 801,\d{3} input tokens were cached\. Saved .*3\.04 by prompt caching\.$/),
    ).toBeVisible();
    await expect(page.getByRole('table', { name: 'AI usage by feature' })).toContainText('in: 800,000 cached');
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
  },
);

test(
  'every state is accessible, in light and dark, wide and on a phone',
  { tag: '@deep' },
  async ({ page, server, ai, signInAs }) => {
    await server.createWorkspace('states');
    await signInAs('super_admin', 'Robin Example', 'states');
    await openSettings(page, 'states');
    await expectAccessible(page);
    const own = keyFor('good', 'states');
    await addKey(page, 'states', own);
    ai.setScenario(own, 'bad');
    const row = rowOf(page, GENERATION);
    await row.getByRole('button', { name: 'Test' }).click();
    await expect(row.getByRole('alert')).toContainText('Key refused');
    await openPlace(page, 'AI usage');
    const chart = page.getByRole('figure', { name: 'Calls of each day, by key' });
    await chart.getByText('Numbers of each day').click();
    await expect(chart.getByRole('table').getByRole('row')).not.toHaveCount(0);
    await page.getByRole('radiogroup', { name: 'Chart' }).getByText('Estimated cost').click();
    await expect(page.getByRole('figure', { name: 'Estimated cost of each day, by key' })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);

    await openPlace(page, 'Provider keys');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: `Add key for ${SPEECH}` }).click();
    const dialog = page.getByRole('dialog', { name: `Add key for ${SPEECH}` });
    await expect(dialog).toContainText('Provider: Deepgram');
    await dialog.getByLabel('Key', { exact: true }).fill(keyFor('bad'));
    await dialog.getByRole('button', { name: 'Check and add' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Key refused');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

test(
  'what cannot be loaded says so, and loads once the server answers',
  { tag: '@deep' },
  async ({ page, server, signInAs }) => {
    await server.createWorkspace('away');
    await signInAs('super_admin', 'Robin Example', 'away');
    await openSettings(page, 'away');
    await addKey(page, 'away', keyFor('good'));
    const reads = /providerKeys\.(list|usage)/;
    await page.route(reads, (route) => route.abort());
    await page.reload();
    const keysAway = page.getByRole('alert', { name: 'Couldn’t load the provider keys' });
    const usageAway = page.getByRole('alert', { name: 'Couldn’t load the usage' });
    await expect(keysAway).toBeVisible();
    await expect(page.getByRole('heading', { name: 'API tokens', exact: true })).toBeVisible();
    await openPlace(page, 'AI usage');
    await expect(usageAway).toBeVisible();
    await page.unroute(reads);
    await expect(page.getByRole('table', { name: 'AI usage by feature' })).toBeVisible();
  },
);
