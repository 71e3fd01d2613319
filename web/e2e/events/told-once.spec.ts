import { chatAddressFor } from '../../../server/test/chat/stand-in.ts';
import { openAs, type Person } from '../colleagues.ts';
import { expect } from '../fixtures.ts';
import { submitModule } from '../review/review-parts.ts';
import { test } from '../desk-test.ts';

const EMAIL = 'told.three-ways@browser-tests.example';

/** Connects a channel and switches it on for submissions, as the pages of the settings do. */
async function switchChatOn({ page, api }: Person, url: string): Promise<void> {
  const address = chatAddressFor('slack', 'good_told');
  const { id } = await api.chat.connect.mutate({ kind: 'slack', address, name: '#training' });
  await api.chat.test.mutate({ id });
  await page.goto(url);
  const message = page.locator('#messages details').first();
  await message.locator('summary').click();
  const [, words = ''] = (await message.locator('pre').innerText()).split(' enter these words: ');
  await api.chat.confirm.mutate({ id, words: words.split('\n')[0] ?? '' });
  await api.notifications.switch.mutate({ category: 'module_submitted', channel: 'chat', enabled: true });
}

test(
  'one submission is one bell, one message in the chat and one mail, whose links lead to the review and end such mails',
  { tag: '@deep' },
  async ({ browser, server, desk, trainer }) => {
    const admin = await openAs(browser, server, 'super_admin', 'Alex Example');
    await switchChatOn(admin, desk.url);
    const reviewer = await openAs(browser, server, 'content_manager', 'Told Three Ways', EMAIL);
    const { id } = await submitModule(trainer, 'Told three ways');
    const { page } = reviewer;
    await page.goto(desk.url);
    const mails = page.locator('#mails details').filter({ hasText: EMAIL });
    // The minute is over in which they could have looked into their bell; others are told before and after them.
    await expect
      .poll(async () => {
        await server.letMailsGo();
        return mails.count();
      })
      .toBe(1);
    const messages = page.locator('#messages details').filter({ hasText: 'Told three ways' });
    await expect(messages).toHaveCount(1);

    await mails.locator('summary').click();
    const mail = mails.frameLocator('iframe');
    await expect(mail.getByText(/Toni Berger submitted “Told three ways”/).first()).toBeVisible();
    const [review] = await Promise.all([
      page.waitForEvent('popup'),
      mail
        .getByRole('link', { name: /review/i })
        .first()
        .click(),
    ]);
    await expect(review).toHaveURL(`${server.origin}/demo/reviews/${id}`);
    await expect(review.getByRole('heading', { name: 'Told three ways', level: 1 })).toBeVisible();
    const { items } = await reviewer.api.notifications.inbox.query({});
    expect(items.filter(({ subject }) => subject.id === id)).toHaveLength(1);

    const [ending] = await Promise.all([
      page.waitForEvent('popup'),
      mail.getByRole('link', { name: 'Unsubscribe from “Module submitted” e-mails' }).click(),
    ]);
    await ending.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(ending.getByRole('heading', { level: 1 })).toHaveText('You are unsubscribed: Module submitted');
    await submitModule(trainer, 'Told another time');
    await expect(messages).toHaveCount(1);
    await expect(page.locator('#messages details').filter({ hasText: 'Told another time' })).toHaveCount(1);
    const again = await reviewer.api.notifications.inbox.query({});
    const told = again.items.find(({ subject }) => subject.name === 'Told another time');
    const { deliveries } = await reviewer.api.notifications.why.query({ id: told?.id ?? '' });
    expect(deliveries.find(({ channel }) => channel === 'email')).toMatchObject({ reason: 'unsubscribed' });
    await expect(mails).toHaveCount(1);
    await reviewer.leave();
    await admin.leave();
  },
);
