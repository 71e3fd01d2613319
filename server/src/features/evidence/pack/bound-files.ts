import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Manifest } from './manifest.ts';

export type PackFiles = ReadonlyMap<string, Uint8Array>;

/** Returns true if a pack of this scope is about what happened to a person on a day. */
export const isInPackScope = (
  { module_id, user_id, from, to }: Manifest['scope'],
  of: { moduleId: string | null; userId: string; day: string },
): boolean =>
  (module_id === undefined || module_id === of.moduleId) &&
  (user_id === undefined || user_id === of.userId) &&
  (from === undefined || from <= of.day) &&
  (to === undefined || to >= of.day);

/**
 * Checks that for each id there is one file, with the very bytes of the hash that the audit log binds, and returns what
 * those files say.
 */
export function verifyAndReadBoundFiles<Said>(
  files: PackFiles,
  bound: ReadonlyMap<string, string>,
  fileOf: (id: string) => string,
  schema: z.ZodType<Said>,
  isOf: (said: Said, id: string) => boolean,
): { evidence: Said[]; problems: string[] } {
  const problems: string[] = [];
  const evidence: Said[] = [];
  for (const [id, sha256] of bound) {
    const name = fileOf(id);
    const file = files.get(name);
    if (!file) problems.push(`${name} is missing: the audit log has it`);
    else if (createHash('sha256').update(file).digest('hex') !== sha256) {
      problems.push(`${name} is not what the audit log binds`);
    } else {
      const said = parsePackFile(file, schema);
      if (said && isOf(said, id)) evidence.push(said);
      else problems.push(`${name} is not the evidence of what it names`);
    }
  }
  return { evidence, problems };
}

/** Returns what a file of evidence says; undefined if it is another text. */
export function parsePackFile<Said>(file: Uint8Array, schema: z.ZodType<Said>): Said | undefined {
  try {
    return schema.parse(JSON.parse(new TextDecoder().decode(file)));
  } catch {
    return undefined;
  }
}

/** Checks that a table has the text that follows from the evidence. */
export const verifyPackTable = (files: PackFiles, name: string, text: string): string[] =>
  Buffer.from(text).equals(files.get(name) ?? new Uint8Array(0))
    ? []
    : [`${name} is not what follows from the evidence`];
