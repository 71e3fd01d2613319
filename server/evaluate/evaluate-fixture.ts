import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach } from 'vitest';
import { keyFor, startAiStandIn } from '../test/ai/stand-in.ts';
import { evaluate } from './evaluate.ts';
import { behaveAs } from './models-fixture.ts';
import { readOptions } from './options.ts';

const MODEL = ['--model', 'anthropic:claude-opus-5-5'];
export const JUDGE = ['--judge', 'openai:gpt-6.1-sol'];

export const verdictIn = (said: string) => said.slice(said.search(/^(?:good enough|not good enough|undecided)/m));

function copySource(name: string, to: string): void {
  mkdirSync(to, { recursive: true });
  cpSync(path.join(import.meta.dirname, 'sources', `${name}.txt`), path.join(to, `${path.basename(name)}.txt`));
}

/** Starts stand-ins of models and judges, with sources for evaluations of several sizes in a folder. */
export async function startEvaluations() {
  const standIn = await startAiStandIn();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'evaluate-'));
  // Those with most good items, so that the model has enough to make.
  const names = ['de/erste-hilfe', 'de/gabelstapler', 'es/carretilla', 'es/datos-personales', 'es/primeros-auxilios'];
  const more = ['fr/donnees-personnelles', 'fr/echelles', 'fr/premiers-secours', 'pl/kuchnia', 'pl/pierwsza-pomoc'];
  const english = ['en/forklift-batteries', 'en/mail-and-ai-tools', 'de/betriebskueche', 'pl/prasa'];
  const [few, some] = [path.join(folder, 'few'), path.join(folder, 'some')];
  const lines = readFileSync(path.join(import.meta.dirname, 'grading/answers.jsonl'), 'utf8').split('\n');
  const fewAnswers = path.join(folder, 'answers.jsonl');
  writeFileSync(fewAnswers, lines.filter((_, n) => n % 3 === 0).join('\n'));
  for (const name of [...names, ...more, ...english]) copySource(name, path.join(folder, 'sources'));
  copySource('en/forklift-batteries', few);
  for (const name of english) copySource(name, some);
  beforeEach(() => {
    standIn.requests.length = 0;
    behaveAs(standIn, 'honest', 'honest');
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await standIn.stop();
  });

  const little = ['--sources', few, '--cards', '5', '--questions', '3', '--planted', '1'];
  return {
    standIn,
    folder,
    few,
    some,
    /** Just enough samples to decide about an honest model and to show a bad one. */
    enough: ['--sources', path.join(folder, 'sources'), '--cards', '6', '--questions', '3', '--planted', '4'],
    little,
    least: [...little, '--answers', fewAnswers],
    run: async (args: string[], keys: Record<string, string> = {}, model = MODEL) => {
      const good = { ANTHROPIC_API_KEY: keyFor('good'), OPENAI_API_KEY: keyFor('good', 'judge') };
      const { exitCode, lines: printed } = await evaluate(
        readOptions([...model, '--parallel', '8', ...args]),
        { ...standIn.env, ...good, ...keys },
        () => undefined,
      );
      return { exitCode, said: printed.join('\n') };
    },
  };
}
