import { expect, expectAccessible, expectNoSidewaysScroll, keyFor, PHONE, test } from '../fixtures.ts';

const GENERATION = 'AI generation & grading';

// rules/provider-keys 14
test(
  'an endpoint is added by keyboard, its models are listed, and it is edited',
  { tag: '@deep' },
  async ({ page, server, ai, signInAs }) => {
    await server.createWorkspace('endpoint');
    await signInAs('super_admin', 'Robin Example', 'endpoint');
    await page.goto('/endpoint/settings');
    const row = page.getByRole('article', { name: GENERATION });
    await row.getByRole('button', { name: 'Add key' }).click();
    const dialog = page.getByRole('dialog', { name: `Add key for ${GENERATION}` });
    await dialog.getByLabel('Provider').selectOption('OpenAI-compatible');
    await dialog.getByLabel('Provider').focus();

    await page.keyboard.press('Tab');
    await page.keyboard.type('Ollama in the cellar');
    await page.keyboard.press('Tab');
    await page.keyboard.type('http://169.254.169.254/v1');
    await dialog.getByLabel('Model', { exact: true }).fill('qwen3:8b');
    await dialog.getByRole('button', { name: 'Check and add' }).click();
    const address = dialog.getByLabel('Base URL');
    await expect(address).toHaveAccessibleDescription(/AI_PRIVATE_TARGETS/);
    await expect(address).toBeFocused();
    await address.fill(`${ai.baseUrls.openai_compatible}/v1`);
    await page.keyboard.press('Tab');
    await page.keyboard.type(keyFor('bad'));
    const list = dialog.getByRole('button', { name: 'List models' });
    await list.focus();
    await page.keyboard.press('Enter');
    await expect(dialog.getByLabel('Key', { exact: true })).toHaveAccessibleDescription(/doesn’t accept the key/);
    await dialog.getByLabel('Key', { exact: true }).fill(keyFor('good', 'endpoint'));
    await list.click();
    await expect(dialog.getByText('2 models listed.')).toBeVisible();
    await expect(dialog.getByLabel('Model', { exact: true })).toHaveValue('qwen3:8b');
    await dialog.getByLabel('Model', { exact: true }).selectOption('Another model…');
    await expect(dialog.getByLabel('Model', { exact: true })).toBeFocused();
    await page.keyboard.type('llama3.3:70b');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Check and add' }).click();
    await expect(dialog).toBeHidden();
    await expect(row.getByRole('heading')).toBeFocused();
    await expect(row).toContainText('Ollama in the cellar, llama3.3:70b');
    await expect(row).toContainText('16,384 tokens');
    await expect(row).toContainText('By JSON schema');
    const places = page.getByRole('navigation', { name: 'Settings' });
    await places.getByRole('link', { name: 'AI usage' }).click();
    await expect(page.getByRole('table', { name: 'AI usage by feature' })).toContainText('Unknown price');
    await places.getByRole('link', { name: 'Provider keys' }).click();

    await row.getByRole('button', { name: 'Edit endpoint' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit endpoint' });
    await expect(edit.getByLabel('Key', { exact: true })).toHaveValue('');
    await edit.getByLabel('Base URL').fill(`${ai.baseUrls.openai_compatible.replace('127.0.0.1', 'localhost')}/v1`);
    await edit.getByRole('button', { name: 'Check and change' }).click();
    await expect(edit.getByLabel('Key', { exact: true })).toHaveAccessibleDescription(/Enter the key again/);
    await expect(edit.getByLabel('Key', { exact: true })).toBeFocused();
    await edit.getByLabel('Base URL').fill(`${ai.baseUrls.openai_compatible}/v1`);
    await edit.getByRole('button', { name: 'List models' }).click();
    await expect(edit.getByText('2 models listed.')).toBeVisible();
    await edit.getByLabel('Model', { exact: true }).selectOption('qwen3:8b');
    await expect(edit.getByLabel('Context window')).toHaveValue('32768');
    await edit.getByRole('button', { name: 'Check and change' }).click();
    await expect(edit).toBeHidden();
    await expect(row).toContainText('Ollama in the cellar, qwen3:8b');
    await expect(row.getByRole('button', { name: 'Edit endpoint' })).toBeFocused();
    await row.getByRole('button', { name: 'Test' }).click();
    await expect(row.getByRole('status')).toContainText('Test: Live. The endpoint gives structured answers');

    await page.setViewportSize(PHONE);
    await row.getByRole('button', { name: 'Edit endpoint' }).click();
    await expect(edit.getByLabel('Name')).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);
