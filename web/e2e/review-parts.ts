import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { AppRouter } from '@training/server/router';
import type { Flashcard, Question, SectionKind } from '@training/shared/courses';
import type { Role } from '@training/shared/permissions';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { createTRPCClient, httpLink } from '@trpc/client';
import { test as base, expect, openLink } from './fixtures.ts';
import type { TestServer } from './server.ts';

/** Somebody with a browser of their own, and with the procedures that their pages call. */
export interface Person {
  /** Nothing is open in it yet. */
  page: Page;
  api: ReturnType<typeof clientOf>;
  leave: () => Promise<void>;
}

interface Colleagues {
  /** Writes for the warehouse, as the trainer does whose browser is tested. */
  trainer: Person;
  reviewer: Person;
}

/**
 * With colleagues of whoever the test signs in as, the same for all tests of a worker; what they do is done by their
 * procedures.
 */
export const test = base.extend<object, Colleagues>({
  trainer: [
    async ({ browser, server }, provide) => {
      const trainer = await openAs(browser, server, 'trainer', 'Toni Berger');
      await provide(trainer);
      await trainer.leave();
    },
    { scope: 'worker' },
  ],
  reviewer: [
    async ({ browser, server }, provide) => {
      const reviewer = await openAs(browser, server, 'content_manager', 'Ines Moreau');
      await provide(reviewer);
      await reviewer.leave();
    },
    { scope: 'worker' },
  ],
});

/** Invites a new person to the demo workspace, or gives the one with that e-mail another role, and signs them in. */
export async function openAs(
  browser: Browser,
  server: TestServer,
  role: Role,
  fullName: string,
  email?: string,
): Promise<Person> {
  const context = await browser.newContext({ baseURL: server.origin });
  const page = await context.newPage();
  await openLink(page, await server.invite(role, fullName, 'demo', email));
  return { page, api: clientOf(context, server.origin), leave: () => context.close() };
}

/** The typed client, with the session of a browser. */
export function clientOf(context: BrowserContext, origin: string) {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${origin}/api/trpc`,
        headers: async () => ({
          [WORKSPACE_HEADER]: 'demo',
          origin,
          cookie: (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; '),
        }),
      }),
    ],
  });
}

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
export async function writeModule({ api }: Person, title: string, content: Partial<Content> = {}): Promise<Written> {
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
export async function submitModule(person: Person, title: string, content?: Partial<Content>): Promise<Written> {
  const written = await writeModule(person, title, content);
  await person.api.reviews.submit.mutate({ module_id: written.id });
  return written;
}

export async function saveCards(api: Person['api'], id: string, items: Flashcard[]): Promise<void> {
  const { flashcards } = await api.modules.get.query({ id });
  await api.modules.saveSection.mutate({ module_id: id, section: 'flashcards', version: flashcards.version, items });
}

/** What a reviewer says whom a section is shown as it is now. */
export async function decisionOn({ api }: Person, id: string, section: SectionKind) {
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
  page.getByRole('table', { name: 'Waiting for review' }).getByRole('row').filter({ hasText: title });

/** Approves the section whose tab is open. */
export async function approve(page: Page, section: SectionKind) {
  await page
    .getByRole('button', { name: section === 'quiz' ? 'Approve the quiz' : 'Approve the flashcards section' })
    .click();
  await dialog(page)
    .getByRole('button', { name: `Approve ${section}` })
    .click();
  await expect(dialog(page)).toBeHidden();
}
