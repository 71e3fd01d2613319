import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const CHECKOUT = path.resolve(import.meta.dirname, '../../..');

type Release = {
  version: string;
  /** Statements of a migration that this release adds. */
  migration: string;
  /** The oldest release that works on its schema; unchanged if absent. */
  oldest?: string;
};

/**
 * Builds a later release in a folder: this checkout with another version, one more migration, and a function of the
 * database with another text. Returns its entry.
 */
export function buildRelease(folder: string, { version, migration, oldest }: Release): string {
  for (const name of ['server/src', 'server/seeds', 'shared/src', 'shared/messages', 'scripts']) {
    cpSync(path.join(CHECKOUT, name), path.join(folder, name), { recursive: true });
  }
  const files = [
    'package.json',
    'pnpm-lock.yaml',
    'tsconfig.base.json',
    'server/vite.config.ts',
    'server/tsconfig.json',
    'server/package.json',
    'shared/package.json',
  ];
  for (const name of files) cpSync(path.join(CHECKOUT, name), path.join(folder, name));
  symlinkSync(path.join(CHECKOUT, 'node_modules'), path.join(folder, 'node_modules'));
  // A folder of its own, because the build writes its draft there.
  mkdirSync(path.join(folder, 'server/node_modules'));
  for (const name of linked()) {
    mkdirSync(path.dirname(path.join(folder, 'server/node_modules', name)), { recursive: true });
    symlinkSync(path.join(CHECKOUT, 'server/node_modules', name), path.join(folder, 'server/node_modules', name));
  }

  const replace = (name: string, from: string, to: string) => {
    const file = path.join(folder, name);
    const text = readFileSync(file, 'utf8');
    if (!text.includes(from)) throw new Error(`${name} does not have “${from}”`);
    writeFileSync(
      file,
      text.replace(from, () => to),
    );
  };
  const now = `"version": "${JSON.parse(readFileSync(path.join(CHECKOUT, 'package.json'), 'utf8')).version}"`;
  for (const name of ['package.json', 'server/package.json']) replace(name, now, `"version": "${version}"`);
  const list = 'server/src/database/migration-list.ts';
  replace(list, 'export const MIGRATIONS =', 'const EARLIER =');
  appendFileSync(
    path.join(folder, list),
    `import { Migration } from '@mikro-orm/migrations';
class Later extends Migration {
  override up(): void {
    this.addSql(${JSON.stringify(migration)});
  }
}
export const MIGRATIONS = [...EARLIER, { name: '20991231-${version}', class: Later }];
`,
  );
  replace('server/src/database/sql/users/count_users.sql', 'as $$', `as $$ -- ${version}`);
  if (oldest)
    replace('server/src/database/schema/release.ts', `OLDEST_RELEASE = '0.1.0'`, `OLDEST_RELEASE = '${oldest}'`);

  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(folder, 'scripts/server-build.ts')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`release ${version} can't be built: ${stdout}${stderr}`);
  return path.join(folder, 'server/dist/main.js');
}

/** Packages that the server names, as they are linked. */
function linked(): string[] {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(path.join(CHECKOUT, 'server/package.json'), 'utf8'),
  );
  return Object.keys({ ...dependencies, ...devDependencies });
}
