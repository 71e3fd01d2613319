import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { SourceText } from '@training/shared/ai/ai-sources';
import { detectLanguage } from '../src/features/ai/features/checks/language.ts';
import { SOURCES } from './faults/written-source.ts';

/** `language` is detected; undefined if the text is too short for that. */
export type Source = { name: string; language: string | undefined; source: SourceText };

/**
 * Reads the Markdown and text files of a folder and its folders, by their names. Without a folder: thirty sources of
 * our own in five languages, and a Chinese one.
 * @throws Error if there is none, or one that generation would not accept
 */
export function readSources(folder = SOURCES): Source[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    ['.md', '.txt'].includes(path.extname(name).toLowerCase()),
  );
  if (names.length === 0) throw new Error(`--sources: ${folder} has no .md and no .txt file`);
  return names.toSorted().map((name) => {
    const { data } = SourceText.safeParse({
      title: path.parse(name).name,
      text: readFileSync(path.join(folder, name), 'utf8'),
    });
    if (!data) throw new Error(`--sources: ${name} is empty, or has more than 1,000,000 characters`);
    return { name, language: detectLanguage(data.text), source: data };
  });
}
