import { createHash } from 'node:crypto';

export type Files = ReadonlyMap<string, Uint8Array>;

/**
 * Checks that for each id there is one file, with the very bytes of the hash that the audit log binds, and returns what
 * those files say.
 * @param read Returns what a file says and the id that it names; throws for another text.
 */
export function boundFiles<Said>(
  files: Files,
  bound: ReadonlyMap<string, string>,
  fileOf: (id: string) => string,
  read: (json: unknown) => { id: string; evidence: Said },
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
      const said = saidIn(file, read);
      if (said?.id === id) evidence.push(said.evidence);
      else problems.push(`${name} is not the evidence of what it names`);
    }
  }
  return { evidence, problems };
}

function saidIn<Said>(file: Uint8Array, read: (json: unknown) => Said): Said | undefined {
  try {
    return read(JSON.parse(new TextDecoder().decode(file)));
  } catch {
    return undefined;
  }
}
