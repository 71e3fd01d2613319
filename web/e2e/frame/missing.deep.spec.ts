import { randomUUID } from 'node:crypto';
import { openAs } from '../colleagues.ts';
import { expect, test } from '../fixtures.ts';

const card = (front: string, back = 'Back') => ({ id: randomUUID(), front, back });

test(
  'a section that is longer than it may be says so while it is written, and is saved once it is shorter',
  { tag: '@deep' },
  async ({ browser, server }) => {
    const trainer = await openAs(browser, server, 'trainer', 'Toni Trainer');
    const { api } = trainer;
    const course = await api.courses.create.mutate({ title: 'Long', emoji: '🧯' });
    const { id } = await api.modules.create.mutate({ course_id: course.id, title: 'Longest' });
    const save = (items: ReturnType<typeof card>[], version: number) =>
      api.modules.saveSection.mutate({ module_id: id, section: 'flashcards', version, items });
    // Three bytes each: of so many letters a request could not hold twice as much.
    const full = Array.from({ length: 84 }, () => card('漢'.repeat(2_000), '漢'.repeat(9_900)));
    await save([card('x'), ...full, card('', 'x'.repeat(386))], 1);

    await trainer.page.goto(`/demo/courses/${course.id}/${id}`);
    const front = trainer.page.getByRole('textbox', { name: /^Front of card 1$/ });
    await front.fill('twelve words');
    const said = 'A section has at most 1,000,000 characters, its sources included, and these are 1,000,002';
    await expect(trainer.page.getByRole('alert')).toContainText(`Not saved: ${said}`);
    await expect(trainer.page.getByRole('listitem').filter({ hasText: `Flashcards: ${said}` })).toBeVisible();
    await front.fill('ten wordsx');
    await expect(trainer.page.locator('#saving-flashcards')).toContainText(/^Saved(?! automatically)/);
    await expect(trainer.page.getByRole('alert')).toHaveCount(0);
    expect((await api.modules.get.query({ id })).flashcards.cards[0]).toMatchObject({ front: 'ten wordsx' });
    await trainer.leave();
  },
);
