import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Audit, Outcome } from '@siteimprove/alfa-act';
import { Playwright } from '@siteimprove/alfa-playwright';
import Rules from '@siteimprove/alfa-rules';
import type { Locator, Page } from '@playwright/test';

/** Alfa's rules beyond level AA, and what it can't tell. */
const NOT_ASKED_OF_ALFA: Record<string, string> = {
  'sia-r66': 'AAA: contrast of 7 to 1',
  'sia-r73': 'AAA: lines 1.5 times as high as letters',
  'sia-r111': 'AAA: targets of 44 pixels; 24 are required by sia-r113, which runs',
  'sia-r78': 'not of WCAG: a heading directly after another',
  'sia-r57': 'not of WCAG: the menus of rows stand outside of all landmarks, as a table would clip them',
};
/** It takes targets of the page beneath for neighbours of those in a dialog; `tooSmall` measures these. */
const NOT_TOLD_OF_LAYERS = 'sia-r113';
/** WCAG 2.2, 2.5.8, in pixels. */
const LEAST_TARGET = 24;
/** It takes the light value of every `light-dark()`; axe measures contrast in both (frame/contrast.ts). */
const NOT_TOLD_IN_DARK = 'sia-r69';

/** False failures of IBM's engine: a rule, and a part of its message. */
const NOT_ASKED_OF_IBM: [rule: string, message: string, reason: string][] = [
  ['label_content_exists', '', 'a switch has its name in aria-label; its track is a second, empty label of Mantine'],
  ['input_label_exists', '<output>', 'an output is a status, which needs no name'],
];

/** IBM's engine as a script that a page can run. */
const IBM = readFileSync(createRequire(import.meta.url).resolve('accessibility-checker-engine/ace.js'), 'utf8');
/** Its rules for WCAG 2.2, AA. */
const IBM_POLICY = ['WCAG_2_2'];

interface IbmResult {
  ruleId: string;
  value: [policy: string, outcome: string];
  path: { dom: string };
  message: string;
}

interface IbmWindow {
  ace: { Checker: new () => { check: (document: Document, policy: string[]) => Promise<{ results: IbmResult[] }> } };
}

/** Returns the failures that Alfa is sure of, as "rule: element". */
async function alfaFailures(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const alfa = await Playwright.toPage(await page.evaluateHandle(() => window.document));
  const outcomes = await Audit.of(alfa, Rules).evaluate();
  return [...outcomes]
    .filter((outcome) => Outcome.isFailed(outcome))
    .map((outcome) => ({ rule: outcome.rule.uri.split('/').at(-1) ?? '', target: outcome.target }))
    .filter(({ rule }) => !(rule in NOT_ASKED_OF_ALFA) && !(colorScheme === 'dark' && rule === NOT_TOLD_IN_DARK))
    .map(({ rule, target }) => `${rule}: ${JSON.stringify(target.toJSON()).slice(0, 300)}`);
}

/** Returns the violations that IBM's engine is sure of, as "rule: element". */
async function ibmFailures(page: Page): Promise<string[]> {
  // By the debugger, as the content security policy lets no page do it.
  await page.evaluate(`${IBM}; window.ace = ace; 0`);
  const found = await page.evaluate(async (policy) => {
    const { ace } = window as unknown as IbmWindow;
    const { results } = await new ace.Checker().check(document, policy);
    return results
      .filter(({ value: [kind, outcome] }) => kind === 'VIOLATION' && outcome === 'FAIL')
      .map(({ ruleId, path, message }) => ({ ruleId, at: `${path.dom}: ${message}` }));
  }, IBM_POLICY);
  const isAsked = ({ ruleId, at }: (typeof found)[number]) =>
    !NOT_ASKED_OF_IBM.some(([rule, message]) => rule === ruleId && at.includes(message));
  return found.filter(isAsked).map(({ ruleId, at }) => `${ruleId}: ${at}`);
}

/** Returns what Alfa and IBM's engine are sure is wrong on the page, each with the engine's name. */
export async function engineFailures(page: Page, colorScheme: 'light' | 'dark'): Promise<string[]> {
  return [
    ...(await alfaFailures(page, colorScheme)).map((found) => `Alfa ${found}`),
    ...(await ibmFailures(page)).map((found) => `IBM ${found}`),
  ];
}

/** Returns the same of a page beneath dialogs, menus or panels, and the targets in these that are too small. */
export async function engineFailuresIn(layers: Locator, colorScheme: 'light' | 'dark'): Promise<string[]> {
  const failures = await engineFailures(layers.page(), colorScheme);
  return [...failures.filter((each) => !each.startsWith(`Alfa ${NOT_TOLD_OF_LAYERS}`)), ...(await tooSmall(layers))];
}

/** Returns the names of buttons and links that are too small, without links within sentences. Labels enlarge fields. */
async function tooSmall(layers: Locator): Promise<string[]> {
  const targets = layers.locator('button:visible, a:visible');
  const found = await targets.evaluateAll((all, least) => {
    const isSmall = (each: Element) => {
      const { width, height } = each.getBoundingClientRect();
      return width > 1 && height > 1 && (width < least || height < least);
    };
    return all
      .filter((each) => getComputedStyle(each).display !== 'inline' && isSmall(each))
      .map((each) => each.getAttribute('aria-label') ?? each.textContent);
  }, LEAST_TARGET);
  return found.map((name) => `A target is too small: ${name}`);
}
