import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const OPERATE = path.resolve(import.meta.dirname, '../../../docs/operate');
export const PAGE = path.join(OPERATE, 'deploy.md');
export const RECOVER_PAGE = path.join(OPERATE, 'recover.md');
export const REPLICAS_PAGE = path.join(OPERATE, 'replicas.md');
export const HIGH_AVAILABILITY_PAGE = path.join(OPERATE, 'high-availability.md');

/** A file of a page: one of its folder in `debian`, or the block that begins with its path. */
export function fileOfPage(file: string, page = PAGE): string {
  const copied = path.join(OPERATE, 'debian', path.basename(page, '.md'), file);
  if (existsSync(copied)) return readFileSync(copied, 'utf8');
  for (const [, name, text] of readFileSync(page, 'utf8').matchAll(/^```\w+ (\/\S+)\n(.*?)^```$/gms)) {
    if (name === file && text !== undefined) return text;
  }
  throw new Error(`${page} has no file ${file}`);
}

type Block = { title: string; file: string | undefined; text: string };

/** A page's blocks in their order, each under its title. */
export function blocksOfPage(page = PAGE): Block[] {
  const blocks: Block[] = [];
  for (const section of readFileSync(page, 'utf8').split(/^##+ /m).slice(1)) {
    const title = section.split('\n', 1)[0] ?? '';
    for (const [, file, text = ''] of section.matchAll(/^```\w+(?: (\/\S+))?\n(.*?)^```$/gms)) {
      blocks.push({ title, file, text });
    }
  }
  return blocks;
}

/** The same with what only a real machine has replaced: ports, addresses and folders. Each has to be there. */
export function adapted(file: string, replacements: Record<string, string>, page = PAGE): string {
  return Object.entries(replacements).reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} of ${page} does not have “${from}”`);
      return text.replaceAll(from, to);
    },
    fileOfPage(file, page),
  );
}

export function writeScript(target: string, text: string): string {
  writeFileSync(target, text);
  chmodSync(target, 0o755);
  return target;
}

/** Names the programs that are missing and their packages; undefined if all are there. */
export function lacking(programs: Record<string, string>): string | undefined {
  const missing = Object.keys(programs).filter((program) => spawnSync('which', [program]).status !== 0);
  const packages = missing.map((program) => programs[program]).join(' ');
  return missing.length > 0 ? `needs ${missing.join(', ')}: apt-get install ${packages}` : undefined;
}

/** The command of a unit, of this checkout and with the variables that the unit sets. */
export function commandOf(unit: string): string {
  const variables = new Map(
    settingOf(unit, 'Environment')
      .split(' ')
      .map((each) => each.split('=', 2) as [string, string]),
  );
  const command = settingOf(unit, 'ExecStart').replaceAll(
    /\$\{(\w+)\}/g,
    (_, name: string) => variables.get(name) ?? '',
  );
  return command.replace('/opt/training/', `${path.resolve(import.meta.dirname, '../../..')}/`);
}

/** One setting of a unit. */
export function settingOf(unit: string, name: string): string {
  const value = new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1];
  if (value === undefined) throw new Error(`the unit has no ${name}`);
  return value;
}
