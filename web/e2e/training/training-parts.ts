import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { startDrivesDesk } from '../../../scripts/desk/drives.ts';
import type { Person } from '../colleagues.ts';
import { expect, keyFor, test as base } from '../fixtures.ts';
import { card, choice, decisionOn, submitModule } from '../review/review-parts.ts';
import { startServer } from '../server.ts';

export const COLD = {
  title: 'Keeping food cold',
  cards: [
    card('How warm may the fridge be?', 'At most **five degrees**.'),
    card('Who is told when it is warmer?', 'The *shift leader*.'),
  ],
  choice: 'Which shelf does raw meat belong on?',
  text: 'How many degrees may the fridge have?',
  spoken: 'What do you do when your shift begins?',
};

/**
 * With a pooled key for speech, a drive beside the server, and a microphone that hears a tone: what was said, the
 * stand-in decides.
 */
export const test = base.extend<object>({
  server: [
    async ({ ai, chat }, provide) => {
      const desk = await startDrivesDesk(0);
      const server = await startServer({
        ...desk.env,
        ...chat.env,
        ...ai.env,
        ANTHROPIC_API_KEY: keyFor('good', 'pooled'),
        DEEPGRAM_API_KEY: keyFor('good', 'speech'),
      });
      await provide(server);
      await server.stop();
      await desk.stop();
    },
    { scope: 'worker', timeout: 200_000 },
  ],
  launchOptions: [
    async ({ launchOptions }, provide) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'training-voice-'));
      const file = path.join(folder, 'voice.wav');
      await writeFile(file, tone());
      const args = [
        // A browser without a window, and so without a question to click, refuses otherwise.
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-audio-capture=${file}`,
      ];
      await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] });
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

/** A published module of the warehouse with cards, and a question of each kind unless told. */
export async function publish(trainer: Person, reviewer: Person, title: string, isSpoken = true): Promise<string> {
  const questions = [
    choice(COLD.choice, 'The lowest', ['The highest', 'Any'], 'What drips from it must reach nothing else.'),
    { id: randomUUID(), kind: 'short_text' as const, prompt: COLD.text, explanation: '', accepted: ['5', 'five'] },
    ...(isSpoken
      ? [
          {
            id: randomUUID(),
            kind: 'spoken' as const,
            prompt: COLD.spoken,
            explanation: 'Clean hands, then the fridge.',
            rubric: ['Washes the hands', 'Checks the temperature of the fridge', 'Puts gloves on'],
          },
        ]
      : []),
  ];
  const course = { title: `About ${title}`, emoji: '🧊' };
  const { id } = await submitModule(trainer, title, { course, cards: COLD.cards, questions });
  for (const section of ['flashcards', 'quiz'] as const) {
    await reviewer.api.reviews.approve.mutate(await decisionOn(reviewer, id, section));
  }
  return id;
}

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const heading = (page: Page, name: string, level = 1) => page.getByRole('heading', { name, level });
export const note = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });

/** Finds a module of two cards in the library, and starts it. */
export async function startFromLibrary(page: Page, title: string) {
  await page.getByRole('link', { name: 'Library' }).click();
  await page.getByLabel('Search library').fill(title);
  await expect(page).toHaveURL(/[?]q=/);
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(heading(page, title)).toBeVisible();
  await button(page, 'Start').click();
  await expect(page.getByText('Card 1 of 2')).toBeVisible();
}

/** A finger over something, by shares of its width and height. */
export async function drag(page: Page, over: Locator, from: [number, number], to: [number, number]) {
  const box = await over.boundingBox();
  expect(box).not.toBeNull();
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 };
  const client = await page.context().newCDPSession(page);
  const at = (share: number) => {
    const [across, along] = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
    return [{ x: x + width * across, y: y + height * along }];
  };
  await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
  for (const share of [0.3, 0.6, 1]) {
    await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) });
  }
  await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await client.detach();
}

const RATE = 48_000;

/** Two seconds of a tone, as a WAV file of 16 bits. */
function tone(): Buffer {
  const samples = Int16Array.from({ length: 2 * RATE }, (_, n) => 12_000 * Math.sin((2 * Math.PI * 440 * n) / RATE));
  const data = Buffer.from(samples.buffer);
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(2 * RATE, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  return Buffer.concat([header, data]);
}
