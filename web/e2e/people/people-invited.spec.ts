import { type SmtpStandIn, startSmtpStandIn } from '../../../server/test/smtp-stand-in.ts';
import { openLink } from '../colleagues.ts';
import { expect, expectAccessible, test as base } from '../fixtures.ts';
import { startServer } from '../server.ts';

/** With a server that sends mail, and who receives it. */
const test = base.extend<object, { smtp: SmtpStandIn }>({
  smtp: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, provide) => {
      const smtp = await startSmtpStandIn();
      await provide(smtp);
      smtp.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ smtp }, provide) => {
      const server = await startServer({ SMTP_URL: smtp.url });
      await provide(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 200_000 },
  ],
});

test('whoever is added is invited by mail, comes by its link, and is invited again from the menu', async ({
  page,
  browser,
  server,
  smtp,
  signInAs,
}) => {
  await signInAs('super_admin');
  await page.goto('/demo/people?q=mailbox');
  await page.getByRole('button', { name: 'New person' }).click();
  const dialog = page.getByRole('dialog', { name: 'New person' });
  await dialog.getByLabel('E-mail').fill('mira@mailbox.example');
  await dialog.getByLabel('Full name').fill('Mira Mailbox');
  await expect(dialog.getByLabel('Send an invitation by mail')).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add person' }).click();
  await expect(page.getByText('Mira Mailbox was added and invited.')).toBeVisible();
  const row = page.getByRole('table', { name: 'People' }).getByRole('row').filter({ hasText: 'Mira Mailbox' });
  await expect(row).toContainText('Never signed in');

  await expect.poll(() => smtp.to('mira@mailbox.example').length).toBe(1);
  const [mail] = smtp.to('mira@mailbox.example');
  const link = /http\S+\/sign-in\/link\?token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  const theirs = await browser.newContext({ baseURL: server.origin });
  const phone = await theirs.newPage();
  await openLink(phone, link);
  await phone.goto('/demo');
  await expect(phone.getByRole('button', { name: 'Account of Mira Mailbox' })).toBeVisible();
  await theirs.close();
  await page.reload();
  await expect(row).not.toContainText('Never signed in');

  await page.getByRole('button', { name: 'Actions for Mira Mailbox' }).click();
  await page.getByRole('menuitem', { name: 'Resend invitation' }).click();
  const question = page.getByRole('dialog', { name: 'Invite Mira Mailbox?' });
  await question.getByRole('button', { name: 'Send invitation' }).click();
  await expect(question.getByRole('region', { name: 'Refused' })).toContainText('was invited a moment ago');
  await expectAccessible(page);
});
