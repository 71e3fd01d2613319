import { DEMO_ACCOUNT } from '../../../scripts/desk/drives.ts';
import { PHONE, expect, expectAccessible, expectNoSidewaysScroll, screenshot } from '../fixtures.ts';
import { card, connectApp, connectGoogle, dialog, pickFolder, test } from './drives-test.ts';

test('drives are connected by consent and by an app, and folders are picked by keyboard', async ({
  server,
  openDrives,
}) => {
  await server.createWorkspace('driven');
  const page = await openDrives('super_admin', 'driven');
  await expect(page.getByRole('heading', { name: 'No drives yet' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1280, height: 1000 });

  await connectGoogle(page);
  await expectAccessible(page);
  await pickFolder(page, 'My Drive', 'Site handbook');
  const google = card(page, /^Google Drive/);
  await expect(google.getByRole('list', { name: 'Folders that are read' })).toHaveText('Site handbook for everyone');
  await expect(google).toContainText('2 files in 1 folder');

  await connectApp(page, 'Lark Drive', 'another-secret');
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await connectApp(page, 'Lark Drive');
  await pickFolder(page, 'My Space', 'Night shift');
  const lark = card(page, /^Lark Drive/);
  await expect(lark).toContainText('1 file in 1 folder');

  const scan = lark.getByRole('button', { name: /^Scan now/ });
  await expect(scan, 'the scan that follows picking has ended').toBeEnabled();
  await scan.press('Enter');
  await expect(lark).toContainText('by Robin Example. 1 file in 1 folder');
  await expectAccessible(page);
  await screenshot(page, 'drives');
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await google.getByRole('list', { name: 'Documents by state' }).getByRole('link').first().press('Enter');
  await expect(page.getByRole('table', { name: 'documents' })).toContainText('Fire doors');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('nothing of that name');
  await expect(page.getByRole('heading', { name: 'No documents match' })).toBeVisible();
});

test(
  'a consent that was not given says so, and one that was taken back asks to reconnect',
  { tag: '@deep' },
  async ({ server, desk, openDrives }) => {
    await server.createWorkspace('revoked');
    const page = await openDrives('super_admin', 'revoked');
    await page.getByRole('button', { name: 'Connect', exact: true }).first().click();
    await page.getByRole('menuitem', { name: /^Google Drive Use your Google account/ }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('alert')).toContainText('didn’t give Google your consent');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page).toHaveURL(/settings\/drives$/);

    await connectGoogle(page);
    await pickFolder(page, 'My Drive', 'Site handbook');
    const google = card(page, /^Google Drive/);
    await expect(google).toContainText('2 files in 1 folder');
    desk.google.oauth.revoke(DEMO_ACCOUNT);
    await google.getByRole('button', { name: /^Scan now/ }).click();
    await expect(google.getByRole('alert', { name: 'Google refused access' })).toBeVisible();
    await expect(google.getByRole('button', { name: /^Scan now/ })).toHaveAccessibleDescription(
      'Reconnect the drive first.',
    );
    await expectAccessible(page);
    await google.getByRole('button', { name: /^Reconnect/ }).click();
    await page.getByRole('button', { name: 'Allow' }).click();
    await expect(google).toContainText('The drive was connected');
    await expect(google.getByRole('alert')).toBeHidden();

    await google.getByRole('button', { name: /^Disconnect/ }).click();
    await expect(dialog(page)).toContainText('Kept: suggestions');
    await expect(dialog(page)).toContainText('Deleted: the credential');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Disconnect' }).click();
    await expect(google).toContainText('It’s no longer read');
    await expectAccessible(page);
  },
);

test(
  'a service account’s key is checked, and trainers and auditors see what is theirs',
  { tag: '@deep' },
  async ({ openDrives }) => {
    const page = await openDrives('super_admin', 'demo');
    await page.getByRole('button', { name: 'Connect', exact: true }).first().click();
    await page.getByRole('menuitem', { name: /service account/ }).click();
    await dialog(page).getByLabel('Key', { exact: true }).fill('{}');
    await dialog(page).getByRole('button', { name: 'Connect' }).click();
    await expect(
      dialog(page)
        .getByRole('alert')
        .or(dialog(page).getByText(/service account/i))
        .first(),
    ).toBeVisible();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await connectApp(page, 'Feishu Drive');
    await pickFolder(page, 'My Space', 'Night shift', 'Warehouse');
    await expect(card(page, /^Feishu Drive/)).toContainText('1 file in 1 folder');

    const trainer = await openDrives('trainer', 'demo');
    const theirs = card(trainer, /^Feishu Drive/);
    await expect(theirs).toContainText('Night shift for Warehouse');
    await expect(theirs.getByRole('button')).toHaveCount(1);
    await theirs.getByRole('button', { name: /^Scan now/ }).click();
    await expect(theirs).toContainText('by Robin Example. 1 file');
    await expectAccessible(trainer);
    await trainer.getByRole('link', { name: 'Recommended' }).first().click();
    await trainer.getByRole('link', { name: 'Drives', exact: true }).click();
    await expect(theirs).toBeVisible();

    const auditor = await openDrives('auditor', 'demo');
    const status = card(auditor, /^Feishu Drive$/);
    await expect(status).toContainText('1 folder');
    await expect(status).not.toContainText('Night shift');
    await expect(status.getByRole('button')).toHaveCount(0);
  },
);
