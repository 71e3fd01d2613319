import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Role } from '@training/shared/permissions';
import { connectGoogle } from '../drives/drives-test.ts';
import type { Person } from '../colleagues.ts';
import { expect, keyFor } from '../fixtures.ts';
import { submitModule, writeModule } from '../review/review-parts.ts';
import type { TestServer } from '../server.ts';
import { button, COLD, publish } from '../training/training-parts.ts';

/** Who is at hand for what a form needs; `api` is of whoever types. */
export interface Hands {
  page: Page;
  api: Person['api'];
  trainer: Person;
  reviewer: Person;
  server: TestServer;
  chatAddress: string;
  /** Somebody else, of that role. */
  another: (role: Role) => Promise<Person>;
}

const MATERIAL = `The cold store is kept at minus twenty-two degrees Celsius. Wear the insulated jacket.
The emergency handle opens the door from the inside even when it is locked.`;

let count = 0;
/** A title that nothing else has. */
const titled = (what: string) => `${what} ${(count += 1)} ${Date.now()}`;

export async function aDraft({ trainer }: Hands): Promise<string> {
  return (await writeModule(trainer, titled('Draft'))).address;
}

/** Where a module that was submitted is reviewed. */
export async function aReview({ trainer }: Hands): Promise<string> {
  return `/demo/reviews/${(await submitModule(trainer, titled('Review'))).id}`;
}

export async function aPublished({ trainer, reviewer }: Hands): Promise<{ id: string; address: string }> {
  const id = await publish(trainer, reviewer, titled('Published'));
  const { course } = await trainer.api.modules.get.query({ id });
  return { id, address: `/demo/courses/${course.id}/${id}` };
}

/** A module's translation into German. */
export async function aVariant(hands: Hands): Promise<string> {
  const { id, address } = await aPublished(hands);
  await hands.trainer.api.translations.add.mutate({ module_id: id, language: 'de' });
  return `${address}/languages/de`;
}

/** An assignment of a module to learners, of whom there is at least one, and not to those of the tests after. */
export async function anAssignment(hands: Hands): Promise<string> {
  const { id } = await aPublished(hands);
  const created = await hands.api.assignments.create.mutate({
    module_id: id,
    to: { kind: 'role', role: 'learner' },
    due_on: null,
    due_days: 30,
    joiners: false,
    window_days: 30,
    again: false,
  });
  return `/demo/assignments/${created.id}`;
}

export async function aPath(hands: Hands): Promise<string> {
  const { id } = await aPublished(hands);
  const path = await hands.api.paths.create.mutate({ title: 'First week', steps: [{ module_id: id }] });
  return `/demo/assignments/paths/${path.id}`;
}

/** Past training of someone, which is the only one that a search for its source finds. */
export async function pastTraining(hands: Hands): Promise<string> {
  const { id } = await aPublished(hands);
  const [person] = (await hands.api.users.list.query({ role: 'learner', limit: 1 })).users;
  const source = titled('Source');
  const completion = { email: person!.email!, module: id, completed_on: '2025-09-30', source };
  await hands.api.attested.enter.mutate({ completions: [completion] });
  return `/demo/people/past-training?q=${encodeURIComponent(source)}`;
}

export async function aWebhook({ api }: Hands): Promise<string> {
  const url = 'https://receiver.invalid/words';
  const { endpoint } = await api.webhooks.add.mutate({ url, description: titled('Hook'), types: ['user.created'] });
  return `/demo/settings/webhooks/${endpoint.id}`;
}

export async function anUntestedChat({ api, chatAddress }: Hands): Promise<string> {
  await api.chat.connect.mutate({ kind: 'slack', address: chatAddress, secret: null, name: '#training' });
  return '/demo/settings/notifications';
}

export async function aSuggestion({ server }: Hands): Promise<string> {
  const answer = await fetch(`${server.origin}/api/v1/intake`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await server.createToken('intake:create')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      title: titled('Suggested'),
      content: `Doors of cold stores are kept shut. ${randomUUID()} ${randomUUID()}`,
      source_name: 'Wiki',
    }),
  });
  expect(answer.status).toBe(201);
  const { id } = await answer.json();
  return `/demo/recommended/${id}`;
}

/** A training of whoever is signed in, with an attempt at its quiz. */
export async function anAttempt(hands: Hands) {
  const { id } = await aPublished(hands);
  const { enrollment_id } = await hands.api.learning.start.mutate({ module_id: id });
  const attempt = await hands.api.learning.beginAttempt.mutate({ enrollment_id });
  const { questions } = await hands.api.learning.open.query({ module_id: id });
  const idOf = (prompt: string) => questions.find((each) => each.prompt === prompt)?.id ?? '';
  return {
    moduleId: id,
    attempt_id: attempt.id,
    choice: idOf(COLD.choice),
    text: idOf(COLD.text),
    spoken: idOf(COLD.spoken),
  };
}

/** Where trainers find somebody who has used all attempts at a quiz. */
export async function somebodyOutOfAttempts({ trainer, reviewer, another }: Hands): Promise<string> {
  const module_id = await publish(trainer, reviewer, titled('Failed'), false);
  const { learning } = (await another('learner')).api;
  const { enrollment_id } = await learning.start.mutate({ module_id });
  for (let left = 3; left > 0; left--) {
    const { id: attempt_id, asked } = await learning.beginAttempt.mutate({ enrollment_id });
    for (const { id: question_id, kind } of asked) {
      const wrong = kind === 'single_choice' ? { kind, choice: 1 } : { kind: 'short_text' as const, text: 'Nothing' };
      await learning.answer.mutate({ attempt_id, question_id, response: wrong });
    }
  }
  return '/demo/assignments';
}

/** An attempt of which the first question is answered: the next one takes words. */
export async function aTextQuestion(hands: Hands): Promise<string> {
  const { moduleId, attempt_id, choice } = await anAttempt(hands);
  const response = { kind: 'single_choice' as const, choice: 0 };
  await hands.api.learning.answer.mutate({ attempt_id, question_id: choice, response });
  return `/demo/training/${moduleId}?step=quiz`;
}

/** An attempt of which only the spoken question is left. */
export async function aSpokenQuestion(hands: Hands) {
  const made = await anAttempt(hands);
  const { attempt_id, choice, text } = made;
  const { answer } = hands.api.learning;
  await answer.mutate({ attempt_id, question_id: choice, response: { kind: 'single_choice', choice: 0 } });
  await answer.mutate({ attempt_id, question_id: text, response: { kind: 'short_text', text: '5' } });
  return { ...made, address: `/demo/training/${made.moduleId}?step=quiz` };
}

/** A spoken answer that was typed, and graded. */
export async function aGradedAnswer(hands: Hands): Promise<string> {
  return (await gradedAnswerOf(hands)).address;
}

async function gradedAnswerOf(hands: Hands) {
  const { attempt_id, spoken, address } = await aSpokenQuestion(hands);
  const response = { by: 'text' as const, text: 'I wash my hands, and check the temperature of the fridge.' };
  const { answer } = await hands.api.grading.answerSpoken.mutate({ attempt_id, question_id: spoken, response });
  const { answer_id } = answer;
  await expect
    .poll(async () => (await hands.api.grading.answer.query({ answer_id })).state, { timeout: 60_000 })
    .toBe('graded');
  return { answer_id, address };
}

/** What was said, to be corrected by its speaker. */
export async function aTranscript(hands: Hands): Promise<string> {
  const { address } = await aSpokenQuestion(hands);
  const { page } = hands;
  await page.context().grantPermissions(['microphone']);
  await page.goto(address);
  await button(page, 'Record answer').click();
  await expect(page.getByRole('timer')).toContainText('0:01');
  await button(page, 'Stop').click();
  await button(page, 'Send recording').click();
  await expect(page.getByLabel('What we heard')).toBeVisible();
  return address;
}

/** An appeal against a grade that a model gave, to be decided by a trainer. */
export async function anAppeal(hands: Hands): Promise<string> {
  const learner = await hands.another('learner');
  const { answer_id } = await gradedAnswerOf({ ...hands, api: learner.api });
  await learner.api.grading.appeal.mutate({ answer_id, words: 'The machine puts them on.' });
  await learner.leave();
  return '/demo/grading?task=appeal';
}

/** Cards that were made of a text. */
export async function aJob({ page }: Hands): Promise<string> {
  await page.goto('/demo/ai/source');
  await page.getByLabel('Title').fill(titled('Made'));
  await page.getByRole('textbox', { name: 'Text' }).fill(MATERIAL);
  await button(page, 'Make cards').click();
  await expect(page.getByRole('list', { name: 'Flashcards' })).toBeVisible();
  return new URL(page.url()).pathname;
}

/** A drive of which no folder is picked yet. */
export async function aDrive({ another }: Hands): Promise<string> {
  const address = '/demo/settings/drives';
  // Others' machines may be asked there.
  const admin = await another('super_admin');
  await admin.page.goto(address);
  await connectGoogle(admin.page);
  await admin.leave();
  return address;
}

/** The settings with a key whose tasks take the names of deployments. */
export async function anAzureKey({ api }: Hands): Promise<string> {
  const place = { provider: 'azure_openai' as const, resource: 'my-company', deployment: 'gpt-6-large' };
  await api.providerKeys.add.mutate({ ...place, key: keyFor('good', 'words') });
  return '/demo/settings';
}
