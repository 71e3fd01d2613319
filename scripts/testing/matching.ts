import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Test files, and the words that their test names must contain because the paths don't. */
export interface Selection {
  files: string[];
  words: string[];
}

/** Groups the files that match every word, in their path or in the names of their tests. Ignores case. */
export function matching(root: string, files: string[], words: string[]): Selection[] {
  const selections = new Map<string, Selection>();
  for (const file of files) {
    const inNames = words.filter((word) => !has(file, word));
    if (inNames.length > 0) {
      const text = readFileSync(path.join(root, file), 'utf8');
      if (!inNames.every((word) => has(text, word))) continue;
    }
    const key = inNames.join('\n');
    const selection = selections.get(key);
    if (selection) selection.files.push(file);
    else selections.set(key, { files: [file], words: inNames });
  }
  return [...selections.values()];
}

/** Returns a regular expression for test names that contain every word, for runners that take one. */
export function namePattern(words: string[]): string {
  return `(?i:${words.map((word) => `(?=.*${escaped(word)})`).join('')})`;
}

/** Returns the test files of a folder, relative to the root and with slashes. */
export function filesOf(root: string, folder: string, files: RegExp): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesOf(root, name, files);
    return files.test(name) ? [name] : [];
  });
}

const escaped = (word: string) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
const has = (text: string, word: string) => text.toLowerCase().includes(word.toLowerCase());
