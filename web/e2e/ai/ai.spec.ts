import type { Page } from '@playwright/test';
import { ProviderKey } from '@training/shared/provider-keys/provider-keys';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { clientOf, openLink } from '../colleagues.ts';
import {
  PHONE,
  POOLED_KEY,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  keyFor,
  openFromMenu,
  test,
} from '../fixtures.ts';
import { card, decisionOn, question, writeModule } from '../review/review-parts.ts';
import { wav } from '../../../server/test/documents/make-recordings.ts';
import { docxWithPictures, pictureOf } from '../../../server/test/documents/make-scans.ts';

const COLD_STORE = `# Working in the cold store

## Before you go in
The cold store is kept at minus twenty-two degrees Celsius. Wear the insulated jacket, the gloves and the safety boots.

## Inside
The emergency handle opens the door from the inside even when it is locked. The alarm button calls the shift leader.
`;

/** Asks for cards of the cold store, as the menu leads there. */
async function startCards(page: Page) {
  await openFromMenu(page, 'AI tools');
  await page.getByRole('link', { name: /^Make flashcards/ }).click();
  await page.getByLabel('Title').fill('Cold store');
  await page.getByRole('textbox', { name: 'Text' }).fill(COLD_STORE);
  await page.getByRole('button', { name: 'Make cards' }).click();
  await expect(page.getByRole('heading', { name: 'Cold store', level: 1 })).toBeVisible();
}

const cards = (page: Page) => page.getByRole('list', { name: 'Flashcards' }).getByRole('listitem');

test('cards are made of a pasted text, and their making is followed live', async ({ page, ai, signInAs }) => {
  // Nothing is asked for from time to time, so that only what is told live tells.
  await page.addInitScript(() => Object.assign(globalThis, { setInterval: () => 0 }));
  await signInAs('trainer');
  await openFromMenu(page, 'AI tools');
  await expect(page.getByRole('heading', { name: 'No jobs yet' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: /^Make flashcards/ }).click();
  await page.getByRole('button', { name: 'Make cards' }).click();
  await expect(page.getByRole('textbox', { name: 'Text' })).toBeFocused();
  await expect(page.getByText('Enter a text')).toBeVisible();

  ai.respond('card_generation', () => ({
    cards: [
      { front: 'How cold is it?', back: 'Minus 25 degrees.', quote: 'kept at minus twenty-two degrees Celsius' },
      { front: 'Who may smoke?', back: 'Everybody.', quote: 'Smoking is allowed everywhere.' },
      { front: 'What calls the leader?', back: 'The handle.', quote: 'The alarm button calls the shift leader.' },
    ],
  }));
  ai.respond('check', ({ fronts }) => ({
    items: fronts.map(({ n, text }) => {
      const passage = text === 'How cold is it?' ? 'lacks' : 'contradicts';
      return { n, answer: '', options: [], passage, reason: 'It is minus 22.' };
    }),
  }));
  const release = ai.hold();
  const watched = page.waitForResponse(/live\.follow/);
  await startCards(page);
  await expect(page.getByRole('progressbar', { name: /Writing cards/ })).toBeVisible();
  await expect(page.getByText('The job is running.')).toBeAttached();
  await expectAccessible(page);
  await watched;
  release();
  // What was left out is asked for once more, which gives the same.
  await expect(page.getByText('The job is done.')).toBeAttached();
  await expect(cards(page)).toHaveCount(1);
  ai.respond('card_generation', undefined);
  ai.respond('check', undefined);
  await expect(cards(page).getByRole('blockquote')).toContainText('kept at minus twenty-two degrees');
  await expect(page.getByText('Read 1 of 1 part.')).toBeVisible();
  await expect(cards(page).getByText('The passage doesn’t say all of it: It is minus 22.')).toBeVisible();
  await expect(page.getByText('1 of the cards was left out because the source says otherwise.')).toBeVisible();
  await expect(cards(page).getByText('“25 degrees” is not in the passage')).toBeVisible();
  await expect(
    page.getByText('1 of the cards was left out because its passage or an address in it is not in the source.'),
  ).toBeVisible();
  await expectAccessible(page);

  await openFromMenu(page, 'AI tools');
  const row = page.getByRole('table', { name: 'Your jobs' }).getByRole('row').filter({ hasText: 'Cold store' });
  await expect(row).toContainText('Done');
});

test(
  'cards are there to be read while the rest is made, in AI tools and in a module',
  { tag: '@deep' },
  async ({ page, ai, trainer, signInAs }) => {
    await page.addInitScript(() => Object.assign(globalThis, { setInterval: () => 0 }));
    await signInAs('trainer');
    // The provider falls silent in the middle of the second card.
    const silence = { how: 'silence', items: 1 } as const;
    ai.interrupt(POOLED_KEY, silence, silence);
    await startCards(page);
    const soFar = page.getByRole('region', { name: 'Made so far (1)' });
    await expect(soFar.getByRole('listitem')).toHaveCount(1);
    await expect(soFar.getByRole('blockquote')).toContainText('kept at minus twenty-two degrees');
    await expect(page.getByRole('progressbar', { name: /Writing cards/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel the job' }).click();
    await expect(page.getByText('Cancelled before it was done.')).toBeVisible();
    await expect(soFar).toHaveCount(0);

    const { address } = await writeModule(trainer, 'Cold room', { cards: [card('Where?', 'Behind the gate.')] });
    await page.goto(address);
    await page.getByRole('button', { name: 'Generate: cards' }).click();
    const generate = page.getByRole('dialog', { name: 'Generate cards' });
    await generate.getByRole('textbox', { name: 'Text' }).fill(COLD_STORE);
    const cost = /^Costs .*\$\d.* with Claude Opus 5\.5\. This is an estimate from list prices of .*2026\.$/;
    await expect(generate.getByText(cost)).toBeVisible();
    await expectAccessible(page);
    await generate.getByRole('button', { name: 'Generate', exact: true }).click();
    const asked = page.getByRole('list', { name: 'Made so far' });
    await expect(asked.getByRole('listitem')).toHaveCount(1);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel the job' }).click();
    await expect(asked).toHaveCount(0);
  },
);

test(
  'what was made is offered only to modules whose section for it can be edited now',
  { tag: '@deep' },
  async ({ page, browser, server, signInAs }) => {
    const workspace = 'open-sections';
    await server.createWorkspace(workspace);
    const others = await browser.newContext();
    await openLink(await others.newPage(), await server.invite('super_admin', 'Ada Example', workspace));
    const admin = { api: clientOf(others, server.origin, workspace) };
    await admin.api.departments.create.mutate({ name: 'Warehouse' });
    await signInAs('trainer', 'Robin Example', workspace);
    const api = clientOf(page.context(), server.origin, workspace);
    const { course_id } = await writeModule({ api }, 'Hoists');
    const write = async (title: string) => {
      const { id: module_id } = await api.modules.create.mutate({ course_id, title });
      const written = { module_id, version: 1 };
      await api.modules.saveSection.mutate({ ...written, section: 'flashcards', items: [card('Where?', 'Here.')] });
      await api.modules.saveSection.mutate({ ...written, section: 'quiz', items: [question('Is it here?')] });
      return module_id;
    };
    await admin.api.reviews.archive.mutate({ module_id: await write('Archived'), reason: 'Nobody needs it.' });
    for (const [title, section] of [
      ['Queried cards', 'flashcards'],
      ['Queried quiz', 'quiz'],
    ] as const) {
      const module_id = await write(title);
      await api.reviews.submit.mutate({ module_id });
      const decision = await decisionOn(admin, module_id, section);
      await admin.api.reviews.query.mutate({ ...decision, comment: 'Since when?' });
    }
    await others.close();

    await startCards(page);
    await page.getByRole('button', { name: 'Add to module…' }).click();
    const offered = page.getByLabel('Module', { exact: true }).getByRole('option');
    await expect(offered).toHaveText(['A new module', 'Hoists', 'Queried cards']);
    await page.getByLabel('Module', { exact: true }).selectOption('Queried cards');
    await page.getByRole('dialog').getByRole('button', { name: /^Add/ }).click();
    await expect(page.getByRole('heading', { name: 'Queried cards', level: 1 })).toBeVisible();
  },
);

test(
  'cards go into a new module and are made more of there; the job is renamed and deleted',
  { tag: '@deep' },
  async ({ page, ai, signInAs }) => {
    await signInAs('trainer');
    ai.respond('check', () => ({ items: [] }));
    await startCards(page);
    await page.getByRole('button', { name: 'Add to module…' }).click();
    ai.respond('check', undefined);
    const dialog = page.getByRole('dialog', { name: /^Add \d+ cards? to a module$/ });
    await dialog.getByLabel('Course', { exact: true }).selectOption('A new course');
    await expect(dialog.getByLabel('Title of the module')).toHaveValue('Cold store');
    await dialog.getByLabel('Title of the module').fill('Cold, by AI');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: /^Add/ }).click();
    await expect(dialog).toContainText('Enter a title');
    await dialog.getByLabel('Title of the course').fill('In the cold');
    await dialog.getByRole('button', { name: /^Add/ }).click();
    await expect(page.getByRole('heading', { name: 'Cold, by AI', level: 1 })).toBeVisible();
    const front = page.getByRole('textbox', { name: 'Front of card 1' });
    await expect(front).not.toHaveValue('');
    // What it asks of people, and that it could not be checked, is said here too, until somebody has edited it.
    const first = page.getByRole('listitem').filter({ has: front });
    const unchecked = first.getByText('Not checked against the source');
    const level = first.getByText('Recall', { exact: true });
    await expect(unchecked).toBeVisible();
    await expect(level).toBeVisible();
    await expectAccessible(page);
    await front.fill('How cold is it there?');
    await expect(unchecked).toHaveCount(0);
    await expect(level).toHaveCount(0);
    await page.getByText('Source: ').first().click();
    await expect(page.getByRole('main')).toContainText('Cold store');

    const quiz = page.getByRole('region', { name: /^Quiz \(/ });
    await expect(quiz).toContainText('No questions yet.');
    const release = ai.hold();
    await page.getByRole('button', { name: 'Generate: questions' }).click();
    const generate = page.getByRole('dialog', { name: 'Generate questions' });
    await generate.getByRole('textbox', { name: 'Text' }).fill(COLD_STORE);
    await generate.getByRole('button', { name: 'Generate', exact: true }).click();
    await expect(quiz).toContainText('Making questions…');
    // Also for whoever has not started it here.
    await page.reload();
    await expect(quiz).toContainText('Making questions…');
    release();
    await expect(page.getByRole('textbox', { name: 'Text of question 1' })).not.toHaveValue('');

    await openFromMenu(page, 'AI tools');
    const jobs = page.getByRole('table', { name: 'Your jobs' });
    const made = jobs.getByRole('row').filter({ hasText: 'Module: Cold, by AI' });
    await expect(made).toHaveCount(2);
    await made.getByRole('link', { name: 'Cold store' }).click();
    await page.getByRole('button', { name: 'More for Cold store' }).click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Cards of the cold store');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByRole('heading', { name: 'Cards of the cold store', level: 1 })).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: 'Cold, by AI' })).toHaveAttribute('href', /courses/);
    await page.getByRole('button', { name: 'More for Cards of the cold store' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('“Cards of the cold store” was deleted.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'AI tools', level: 1 })).toBeVisible();
    await expect(jobs.getByRole('link', { name: 'Cards of the cold store' })).toHaveCount(0);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

test('a document is read, and a quiz made of what was read', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('trainer');
  await page.goto('/demo/ai/source?from=document');
  const file = page.locator('input[type=file]');
  await file.setInputFiles({ name: 'photo.gif', mimeType: 'image/gif', buffer: Buffer.from('no picture') });
  await expect(page.getByRole('alert')).toContainText('“photo.gif” can’t be read');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a document' }).press('Enter');
  const document = { name: 'cold-store.md', mimeType: 'text/markdown', buffer: Buffer.from(COLD_STORE) };
  await (await chooser).setFiles(document);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Read the document' }).click();
  await expect(page.getByRole('region', { name: 'Text of the document' })).toContainText('The alarm button calls');
  await expect(page.getByRole('article').filter({ hasText: 'Before you go in' })).toContainText('From the document');
  await expectAccessible(page);

  await page.getByRole('checkbox', { name: 'Flashcards' }).uncheck();
  await page.getByRole('checkbox', { name: 'A quiz' }).check();
  await page.getByLabel(/^Questions/).fill('3');
  await page.getByRole('button', { name: 'Make a quiz' }).click();
  const questions = page.getByRole('list', { name: 'Questions' });
  await expect(questions.getByRole('figure')).toHaveCount(3);
  await expect(questions).toContainText('Recall');
  await expect(questions).toContainText('Correct: ');
});

test('cards are made of a document by the job that reads it', { tag: '@deep' }, async ({ page, signInAs }) => {
  await signInAs('trainer');
  await page.goto('/demo/ai/source?from=document');
  const make = page.getByRole('button', { name: 'Make cards' });
  await expect(make).toBeDisabled();
  const document = { name: 'cold-store.md', mimeType: 'text/markdown', buffer: Buffer.from(COLD_STORE) };
  await page.locator('input[type=file]').setInputFiles(document);
  await make.click();
  await expect(page.getByRole('heading', { name: 'cold-store.md', level: 1 })).toBeVisible();
  await expect(cards(page)).not.toHaveCount(0);
  await expect(page.getByText('Read 1 of 1 part.')).toBeVisible();
  await expectAccessible(page);
});

// rules/ai 21, 27
test(
  'what the pictures of a document cost is shown before cards are made of it',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await signInAs('trainer');
    await page.goto('/demo/ai/source?from=document');
    const text = 'Gate 7 stays closed at night and is opened by the shift lead only.';
    const buffer = docxWithPictures([text, pictureOf(), 'Report every damage to the shift lead.', pictureOf(300, 400)]);
    const mimeType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    await page.locator('input[type=file]').setInputFiles({ name: 'gates.docx', mimeType, buffer });
    await expect(page.getByText('What this costs depends on how long the document is.')).toBeVisible();
    await page.getByRole('button', { name: 'Make cards' }).press('Enter');
    const make = page.getByRole('button', { name: 'Make cards at this cost' });
    await expect(make).toBeVisible();
    await expect(page.getByText(/^Costs .*This is an estimate from list prices/).first()).toBeVisible();
    await expect(page.getByText('The model reads text from 2 pictures in it.')).toBeVisible();
    await expectAccessible(page);
    await make.press('Enter');
    await expect(page.getByRole('heading', { name: 'gates.docx', level: 1 })).toBeVisible();
    await expect(page.getByText('2 pictures (1, 2) read by Claude Opus 5.5. Check names and figures.')).toBeVisible();
    await expect(cards(page).getByText('Picture 1 was read by a model: check names and figures').first()).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize(PHONE);
    await expectNoSidewaysScroll(page);
  },
);

test(
  'what fails says why and is tried again, and what runs can be cancelled',
  { tag: '@deep' },
  async ({ page, ai, signInAs }) => {
    await signInAs('trainer');
    ai.setScenario(POOLED_KEY, 'refuses');
    await startCards(page);
    await expect(page.getByRole('alert')).toContainText('The provider declined this request');
    await expectAccessible(page);
    ai.setScenario(POOLED_KEY, { status: 429, headers: { 'retry-after': '12' }, body: {} });
    await page.getByRole('button', { name: 'Try again' }).click();
    const wait = page.getByText(/The provider is busy\. Next try in \d\d seconds\.$/);
    await expect(wait).toBeVisible();
    // It counts down.
    await expect(wait).not.toHaveText((await wait.textContent()) ?? '');
    await page.getByRole('button', { name: 'Cancel the job' }).click();
    ai.setScenario(POOLED_KEY, undefined);
    const release = ai.hold();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Cancel the job' }).click();
    await expect(page.getByText('Cancelled before it was done')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    release();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(cards(page)).not.toHaveCount(0);
  },
);

test(
  'whoever has gone on while a job is cancelled keeps the focus where they are',
  { tag: '@deep' },
  async ({ page, ai, signInAs }) => {
    await signInAs('trainer');
    const release = ai.hold();
    await startCards(page);
    let answer = () => {};
    const held = new Promise<void>((done) => (answer = done));
    await page.route('**/api/trpc/ai.cancel*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Cancel the job' }).click();
    const elsewhere = page.getByRole('navigation').getByRole('link').first();
    await elsewhere.focus();
    answer();
    await expect(page.getByText('Cancelled before it was done')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel the job' })).toHaveCount(0);
    await expect(elsewhere).toBeFocused();
    release();
  },
);

test(
  'a job waits while the own key is refused, and goes on by itself after the rotation',
  { tag: '@deep' },
  async ({ page, browser, server, ai, signInAs }) => {
    const workspace = 'own-key';
    await server.createWorkspace(workspace);
    const admin = await browser.newPage({ baseURL: server.origin });
    await admin.goto(await server.invite('super_admin', 'Ada Example', workspace));
    await admin.getByRole('button', { name: 'Sign in' }).click();
    await expect(admin.getByRole('heading', { level: 1 })).toContainText('Ada Example');
    /** Calls a procedure as the console does. */
    const call = (procedure: string, input: object): Promise<unknown> =>
      admin.evaluate(
        async ({ url, headers, body }) => {
          const response = await fetch(url, { method: 'POST', headers, body });
          if (!response.ok) throw new Error(await response.text());
          return (await response.json()).result.data;
        },
        {
          url: `/api/trpc/${procedure}`,
          headers: { 'content-type': 'application/json', [WORKSPACE_HEADER]: workspace },
          body: JSON.stringify(input),
        },
      );
    await call('departments.create', { name: 'Warehouse' });
    const key = keyFor('good', 'soon-revoked');
    const model = 'claude-haiku-5-5';
    const own = ProviderKey.parse(await call('providerKeys.add', { provider: 'anthropic', model, key }));

    await signInAs('trainer', 'Robin Example', workspace);
    ai.setScenario(key, 'bad');
    await startCards(page);
    const parked = page.getByRole('alert', { name: 'The workspace’s key doesn’t work' });
    await expect(parked).toContainText('own key for Anthropic, and it is refused');
    await expect(parked).toContainText('Super admins were told');
    await expect(cards(page)).toHaveCount(0);
    await call('providerKeys.rotate', { id: own.id, version: own.version, key: keyFor('good', 'rotated') });
    await expect(cards(page)).not.toHaveCount(0);
    await admin.close();
  },
);

test(
  'a transcript has its recording beside it, which is played',
  { tag: '@deep' },
  async ({ page, server, ai, signInAs }) => {
    const workspace = 'own-voice';
    await server.createWorkspace(workspace);
    await signInAs('super_admin', 'Ada Example', workspace);
    const admin = clientOf(page.context(), server.origin, workspace);
    await admin.departments.create.mutate({ name: 'Warehouse' });
    await admin.providerKeys.add.mutate({ provider: 'deepgram', model: 'nova-3', key: keyFor('good', 'voice') });
    await signInAs('trainer', 'Robin Example', workspace);
    const buffer = wav(1);
    ai.say(buffer, { text: 'I check the brakes first.', language: 'en' });
    await page.goto(`/${workspace}/ai/transcribe`);
    await page.locator('input[type=file]').setInputFiles({ name: 'brakes.wav', mimeType: 'audio/wav', buffer });
    await page.getByRole('button', { name: 'Transcribe' }).click();
    await expect(page.getByText('I check the brakes first.')).toBeVisible();
    const player = page.locator('audio');
    await expect(player).toHaveAccessibleName('Recording');
    const duration = await player.evaluate(
      (audio: HTMLAudioElement) =>
        new Promise<number>((resolve) => {
          audio.addEventListener('loadedmetadata', () => resolve(audio.duration));
          audio.load();
          void audio.play();
        }),
    );
    expect(duration).toBeCloseTo(1, 1);
    await expectAccessible(page);
  },
);

test(
  'what has no provider key says so, and everything else works, on a phone too',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await page.setViewportSize(PHONE);
    await signInAs('trainer');
    await page.goto('/demo/ai');
    const transcription = page.getByRole('listitem').filter({ hasText: 'Transcribe a recording' });
    await expect(transcription).toContainText('A super admin can add one under Settings');
    await expect(transcription.getByRole('link')).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await page.goto('/demo/ai/transcribe');
    await expect(page.getByRole('heading', { name: 'This needs a provider key' })).toBeVisible();

    await page.goto('/demo/ai/grade');
    await expect(page.getByText('To take the answer from a recording')).toBeVisible();
    await page.getByLabel('Question').fill('What if somebody is locked in?');
    await page.getByLabel('What a full answer mentions').fill('Use the emergency handle\nPress the alarm button');
    await page.getByRole('textbox', { name: 'Answer', exact: true }).fill('I would use the emergency handle.');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Grade', exact: true }).click();
    const points = page.getByRole('list', { name: 'Points of the answer' }).getByRole('listitem');
    await expect(points).toHaveText([/^Mentioned.*From the answer/, /^Not mentioned/]);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);

test(
  'comments are counted, and their themes told even where no live news come through',
  { tag: '@deep' },
  async ({ page, signInAs }) => {
    await page.setViewportSize(PHONE);
    await page.route(/live\.follow/, (route) => route.abort());
    await signInAs('trainer');
    await page.goto('/demo/ai/feedback');
    const subject = page.getByLabel('What they are about');
    await subject.fill('ما هي السلامة؟');
    await expect(subject).toHaveCSS('unicode-bidi', 'plaintext');
    await page.getByLabel('Comments').fill('Great, clear examples.\n\nToo long,\nand too slow.\n');
    await expect(page.getByText('3 comments, of at most 500')).toBeVisible();
    await page.getByRole('radio', { name: 'A blank line after each' }).check();
    await expect(page.getByText('2 comments, of at most 500')).toBeVisible();
    await page.getByRole('button', { name: 'Analyse' }).click();
    const kinds = page.getByRole('list', { name: 'Comments of each kind' }).getByRole('listitem');
    await expect(page.getByRole('heading', { level: 1 }).locator('bdi')).toHaveCSS('direction', 'rtl');
    await expect(kinds).toHaveText([/Positive\s*1 \(50 %\)/, /Mixed\s*0/, /Negative\s*1/]);
    await expect(page.getByRole('article').filter({ hasText: 'Length and pace' })).toContainText('Comment 2');
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  },
);
