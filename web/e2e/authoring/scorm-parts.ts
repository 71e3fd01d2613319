import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { FrameLocator, Page } from '@playwright/test';
import { readZip } from '../../../server/src/platform/zip.ts';
import { expect } from '../fixtures.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.webp': 'image/webp',
};

/** Stricter than what a package says itself. */
const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'";

const PLAYER = readFileSync(createRequire(import.meta.url).resolve('scorm-again/scorm12/min'), 'utf8');

/** Opens the package in a frame, and keeps what it stores between visits. */
const LMS = `
const stored = localStorage.getItem('cmi');
window.API = new Scorm12API({ autocommit: false, mastery_override: true, logLevel: 5 });
const cmi = stored ? JSON.parse(stored).cmi : { student_data: { mastery_score: '80' } };
API.loadFromJSON({ ...cmi, core: { ...cmi.core, session_time: undefined } });
window.commits = 0;
const store = () => localStorage.setItem('cmi', JSON.stringify(API.renderCommitCMI(true)));
API.on('LMSCommit', () => { commits += 1; store(); });
API.on('LMSFinish', store);
`;

const page = (scripts: string) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>LMS</title>${scripts}
  <style>html, body { margin: 0; height: 100% } iframe { width: 100%; height: 95vh; border: 0 }</style>
  <iframe title="Package" src="package/index.html"></iframe></html>`;

/** Values that a system stored at the last commit. */
export interface Stored {
  core: Record<'lesson_status' | 'lesson_location' | 'exit' | 'total_time' | 'session_time', string> & {
    score: Record<'raw' | 'min' | 'max', string>;
  };
  suspend_data: string;
  interactions: Record<string, Record<string, unknown>>;
}

/** A learning management system at the console's address, which plays a package with `scorm-again`. */
export async function lmsWith(at: Page, origin: string, zip: Uint8Array) {
  const files = readZip(zip);
  /** Addresses that aren't in the package. */
  const missing: string[] = [];
  await at.route(`${origin}/lms/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice('/lms/'.length);
    if (name === 'scorm12.js') return route.fulfill({ contentType: TYPES['.js'], body: PLAYER });
    if (name === 'lms.js') return route.fulfill({ contentType: TYPES['.js'], body: LMS });
    if (name === '') {
      const scripts = '<script src="scorm12.js"></script><script src="lms.js"></script>';
      return route.fulfill({ contentType: TYPES['.html'], body: page(scripts) });
    }
    if (name === 'none') return route.fulfill({ contentType: TYPES['.html'], body: page('') });
    const file = files.get(name.slice('package/'.length));
    if (!file) missing.push(name);
    const headers = { 'content-type': TYPES[path.extname(name)] ?? 'text/plain', 'content-security-policy': POLICY };
    return route.fulfill({ status: file ? 200 : 404, headers, body: Buffer.from(file ?? []) });
  });
  return {
    missing,
    frame: at.frameLocator('iframe'),
    /** Opens the package, or comes back to it: leaving ends the visit before. */
    visit: () => at.goto(`${origin}/lms/`),
    visitWithout: () => at.goto(`${origin}/lms/none`),
    async stored(): Promise<Stored> {
      await at.waitForFunction(() => localStorage.getItem('cmi') !== null);
      return JSON.parse((await at.evaluate(() => localStorage.getItem('cmi'))) ?? '{}').cmi;
    },
  };
}

export const inFrame = (frame: FrameLocator, name: string) => frame.getByRole('button', { name, exact: true });

/** Turns all cards, up to the quiz. */
export async function turnCards(frame: FrameLocator, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    await expect(frame.getByText(`Card ${n} of ${count}`)).toBeVisible();
    await inFrame(frame, 'Show answer').click();
    await inFrame(frame, n < count ? 'Next' : 'Go to quiz').click();
  }
}

/** Puts options in order by the buttons that move them up. */
async function order(frame: FrameLocator, options: string[]): Promise<void> {
  const list = frame.getByRole('list', { name: 'Put in the right order' });
  for (const [place, option] of options.entries()) {
    const row = list.getByRole('listitem').nth(place);
    while (!(await row.innerText()).includes(option)) await inFrame(frame, `Move up: ${option}`).click();
  }
}

/** Answers the question on screen, one of each kind, correctly or not. */
export async function answerShown(frame: FrameLocator, isRight: (prompt: string) => boolean): Promise<string> {
  const prompt = await frame.locator('form div[dir="auto"] div[dir="auto"] > p').first().innerText();
  const right = isRight(prompt.trim());
  const answers: Record<string, () => Promise<unknown>> = {
    'Where to?': () => frame.getByRole('radio', { name: right ? 'Out' : 'In' }).check(),
    'Which two?': async () => {
      await frame.getByRole('checkbox', { name: 'Helmet' }).check();
      await frame.getByRole('checkbox', { name: right ? 'Gloves' : 'Sandals' }).check();
    },
    'Who drives?': () => frame.getByRole('textbox').fill(right ? 'The OPERATER' : 'Nobody'),
    'How heavy?': () => frame.getByRole('textbox').fill(right ? '1.55 t' : '3 t'),
    'Where is the arrow?': () => frame.getByRole('radio', { name: right ? 'Above' : 'Below' }).check(),
    'In which order?': () => order(frame, right ? ['Stop', 'Look', 'Leave'] : ['Leave', 'Look', 'Stop']),
    'What do they mean?': async () => {
      await frame.getByLabel('Red').selectOption(right ? 'Forbidden' : 'Exit');
      await frame.getByLabel('Blue').selectOption('Mandatory');
    },
  };
  const act = answers[prompt.trim()];
  if (!act) throw new Error(`No answer to ${prompt}`);
  await act();
  await inFrame(frame, 'Answer').click();
  return prompt.trim();
}
