import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { check } from 'recheck';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { findExpressions } from './find-expressions.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/**
 * Milliseconds for one expression, on a machine that is busy with others too; what cannot be told by then is refused.
 */
const PATIENCE = 600_000;

const LIMITS = {
  // By steps: limits by time would differ from one machine to the next.
  incubationTimeout: null,
  attackTimeout: null,
  attackLimit: 100_000_000,
  maxAttackStringSize: 30_000,
  // Decided by automata, which leave no doubt, up to counts as they are usual for names and ids.
  maxRepeatCount: 600,
  // What automata do not decide, such as what looks around itself, is tried with so many texts.
  maxInitialGenerationSize: 100,
  maxGenerationSize: 50,
  maxIteration: 3,
};

/**
 * Digests of the expressions that were found linear by this very version of the checker within these very limits: they
 * would be so again, after twenty seconds. One that is not listed is judged each time, until
 * `EXPRESSIONS=new npm test -- expressions` writes it here; `npm run test:deep -- expressions` judges all anew.
 */
const PROVEN_FILE = path.join(import.meta.dirname, 'proven-expressions.json');
const PROVEN = new Set(z.array(z.string()).parse(JSON.parse(readFileSync(PROVEN_FILE, 'utf8'))));
const ANEW = process.env.EXPRESSIONS === 'anew';
const KEPT = ANEW || process.env.EXPRESSIONS === 'new';
const digestOf = (source: string, flags: string) =>
  createHash('sha256')
    .update(JSON.stringify([manifest.devDependencies.recheck, LIMITS, source, flags]))
    .digest('hex')
    .slice(0, 20);

/** Each expression once, written as in the source, and where it stands. */
const places = new Map<string, { source: string; flags: string; at: string[] }>();

beforeAll(async () => {
  const files = globSync('{server,shared,web}/src/**/*.{ts,tsx}', { cwd: ROOT });
  for (const file of files.filter((name) => !/\.(?:test|deep)\.tsx?$/.test(name))) {
    for (const { source, flags, line } of await findExpressions(file, readFileSync(path.join(ROOT, file), 'utf8'))) {
      const written = `/${source}/${flags}`;
      const known = places.get(written) ?? { source, flags, at: [] };
      places.set(written, { ...known, at: [...known.at, `${file}:${line}`] });
    }
  }
});

/** Without any repetition, the steps at each place of a text are bounded by the expression's own length. */
const repeatsNothing = (source: string) => !/[*+?{]/.test(source.replace(/\\[pP]\{\w+\}|\\./g, ''));

/** Returns the growth of an expression's steps at worst; undefined if they are linear in the text's length. */
async function moreThanLinear(source: string, flags: string): Promise<string | undefined> {
  if (repeatsNothing(source)) return undefined;
  const verdict = await check(source, flags, { ...LIMITS, timeout: PATIENCE });
  if (verdict.status === 'safe') return undefined;
  if (verdict.status === 'unknown') return `cannot be told (${verdict.error.kind}); write it more simply`;
  return `${verdict.complexity.summary} for ${verdict.attack.pattern}`;
}

// rules/bounds 1
test(
  'no regular expression of the source takes more than linear time, whatever it is given',
  { timeout: 3_600_000 },
  async () => {
    const slow: string[] = [];
    for (const [written, { source, flags, at }] of places) {
      if (!ANEW && PROVEN.has(digestOf(source, flags))) continue;
      const verdict = await moreThanLinear(source, flags);
      if (verdict) slow.push(`${at.join(', ')}: ${written} is ${verdict}`);
    }
    expect(slow).toEqual([]);
    expect(places.size).toBeGreaterThan(100);
    if (!KEPT) return;
    const judged = [...places.values()].filter(({ source }) => !repeatsNothing(source));
    const digests = judged.map(({ source, flags }) => digestOf(source, flags)).sort();
    writeFileSync(PROVEN_FILE, `${JSON.stringify(digests, undefined, 2)}\n`);
  },
);

test.each([
  ['(a|a)*$', ''],
  [String.raw`\s+$`, 'u'],
  ['(?=x)(?:x+)+y', ''],
  [String.raw`^\s*#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*(?=\n|$)`, ''],
  [String.raw`^(?!y)(?:<!--[^]*?-->\s*)*<html`, 'i'],
  // Nobody can tell: the checker does not know these sets.
  [String.raw`[\p{L}--[a-z]]+$`, 'v'],
])('/%s/%s is found', async (source, flags) => {
  expect(await moreThanLinear(source, flags)).toBeDefined();
});

test('expressions are found wherever they are made, and of what the file holds', async () => {
  const text = [
    "const NAMES = ['a', 'b'] as const;",
    "export const EITHER: RegExp = new RegExp(`^(?:${NAMES.join('|')})+`, 'u');",
    'export const isDigit = (text: string) => /[0-9]/.test(text) || RegExp("[١]").test(text);',
  ].join('\n');
  expect(await findExpressions('made.ts', text)).toEqual([
    { source: '[0-9]', flags: '', line: 3 },
    { source: '^(?:a|b)+', flags: 'u', line: 2 },
    { source: '[١]', flags: '', line: 3 },
  ]);
  const unknown = 'export const like = (name: string) => new RegExp(`^${name}$`);';
  await expect(findExpressions('unknown.ts', unknown)).rejects.toThrow('unknown.ts:1: make it a literal');
});
