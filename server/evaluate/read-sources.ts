import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { SourceText } from '@training/shared/ai/ai-sources';
import { languageOf } from './language-of.ts';

/** `language` is what its words tell, undefined where they tell none that we know. */
export type Source = { name: string; language: string | undefined; source: SourceText };

/** Short ones of our own, in English, German and Chinese. */
const OURS = path.join(import.meta.dirname, 'sources');

/**
 * The Markdown and text files of a folder, by their names.
 * @throws Error where there is none, or one that generation would not take
 */
export function readSources(folder = OURS): Source[] {
  const names = readdirSync(folder).filter((name) => ['.md', '.txt'].includes(path.extname(name).toLowerCase()));
  if (names.length === 0) throw new Error(`--sources: ${folder} has no .md and no .txt file`);
  return names.toSorted().map((name) => {
    const { data } = SourceText.safeParse({
      title: path.parse(name).name,
      text: readFileSync(path.join(folder, name), 'utf8'),
    });
    if (!data) throw new Error(`--sources: ${name} is empty, or has more than 1,000,000 characters`);
    return { name, language: languageOf(data.text), source: data };
  });
}
