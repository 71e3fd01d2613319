import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Flashcard, Question, SectionKind } from '@training/shared/courses/courses';
import type { Person } from '../colleagues.ts';
import { expect } from '../fixtures.ts';

export const card = (front: string, back: string): Flashcard => ({ id: randomUUID(), front, back });

/** A question with one right answer, which stands first. */
export const choice = (prompt: string, right: string, wrong: string[], explanation: string): Question => ({
  id: randomUUID(),
  kind: 'single_choice',
  prompt,
  explanation,
  options: [right, ...wrong],
  correct: 0,
});

export const question = (prompt: string): Question => choice(prompt, 'Yes', ['No'], 'It is the rule here.');

interface Content {
  course: { title: string; emoji: string };
  cards: Flashcard[];
  questions: Question[];
}

interface Written extends Content {
  id: string;
  course_id: string;
  /** Where the console shows it. */
  address: string;
}

/** A draft of a new course, with a card and a question unless told. */
export async function writeModule(
  { api }: Pick<Person, 'api'>,
  title: string,
  content: Partial<Content> = {},
): Promise<Written> {
  const course = content.course ?? { title: `About ${title}`, emoji: '🧯' };
  const cards = content.cards ?? [card('Where is the spill kit?', 'By gate 4, behind the yellow door.')];
  const questions = content.questions ?? [question('Must a spill be reported?')];
  const { id: course_id } = await api.courses.create.mutate(course);
  const { id } = await api.modules.create.mutate({ course_id, title });
  if (cards.length > 0) await saveCards(api, id, cards);
  const { quiz } = await api.modules.get.query({ id });
  await api.modules.saveSection.mutate({ module_id: id, section: 'quiz', version: quiz.version, items: questions });
  return { id, course_id, address: `/demo/courses/${course_id}/${id}`, course, cards, questions };
}

/** A module of a new course that its trainer has written and submitted. */
export async function submitModule(
  person: Pick<Person, 'api'>,
  title: string,
  content?: Partial<Content>,
): Promise<Written> {
  const written = await writeModule(person, title, content);
  await person.api.reviews.submit.mutate({ module_id: written.id });
  return written;
}

export async function saveCards(api: Person['api'], id: string, items: Flashcard[]): Promise<void> {
  const { flashcards } = await api.modules.get.query({ id });
  await api.modules.saveSection.mutate({ module_id: id, section: 'flashcards', version: flashcards.version, items });
}

/** What a reviewer says whom a section is shown as it is now. */
export async function decisionOn({ api }: Pick<Person, 'api'>, id: string, section: SectionKind) {
  const { round, [section]: shown } = await api.modules.get.query({ id });
  return { module_id: id, section, round, content_hash: shown.content_hash };
}

/** Whether a reviewer finds the module among what waits. */
export async function isWaiting(api: Person['api'], id: string): Promise<boolean> {
  const { modules } = await api.reviews.queue.query({ claim: 'all', limit: 100, offset: 0 });
  return modules.some(({ module_id }) => module_id === id);
}

export const dialog = (page: Page) => page.getByRole('dialog');
export const tab = (page: Page, name: string) => page.getByRole('tab', { name });
export const waitingRow = (page: Page, title: string) =>
  page
    .getByRole('table', { name: 'Waiting for review' })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name: title, exact: true }) });

/** What can be decided about the section that is shown. */
export const decisionBar = (page: Page) => page.getByRole('region', { name: 'Decision' });
export const approval = (page: Page) => decisionBar(page).getByRole('button', { name: /^Approve/ });
export const nextInQueue = (page: Page) => decisionBar(page).getByRole('link', { name: 'Next in queue' });

/**
 * Approves a section; the page turns to the other one by itself where that waits too. What publishes is confirmed;
 * anything else is sent at once, as if the page were left.
 */
export async function approve(page: Page, section: SectionKind) {
  const name = section === 'quiz' ? 'Quiz' : 'Flashcards';
  await tab(page, name).click();
  const publishes = ((await approval(page).textContent()) ?? '').startsWith('Approve and publish');
  await approval(page).click();
  if (!publishes) {
    await expect(tab(page, name)).toContainText('Approved');
    const sent = page.waitForResponse(/reviews\.approve/);
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
    await sent;
    return;
  }
  await dialog(page).getByRole('button', { name: 'Approve and publish' }).click();
  await expect(dialog(page)).toBeHidden();
}
