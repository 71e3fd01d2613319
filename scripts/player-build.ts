import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { digestOf, viteBuild } from './vite-build.ts';

const root = path.resolve(import.meta.dirname, '..');
const web = path.join(root, 'web');
/** Beside the server, which packs it. */
const dist = path.join(root, 'server/dist/player');
const draft = path.join(root, `server/node_modules/.player-${process.pid}`);
const stamp = 'sources.sha256';

/** Builds the player of SCORM packages, unless the sources are unchanged. Ends the process on failure. */
export async function buildPlayer(): Promise<void> {
  const config = 'vite.player.config.ts';
  const own = ['src', 'catalogues-plugin.ts', config].map((name) => path.join(web, name));
  const sources = digestOf([...own, path.join(root, 'shared')]);
  const built = path.join(dist, stamp);
  if (existsSync(built) && readFileSync(built, 'utf8') === sources) return;

  await viteBuild('the player', {
    folder: web,
    config,
    draft,
    finish: () => {
      writeFileSync(path.join(draft, stamp), sources);
      mkdirSync(dist, { recursive: true });
      // File by file, the stamp last: another process may build the same.
      for (const name of readdirSync(draft).toSorted((one) => (one === stamp ? 1 : -1))) {
        renameSync(path.join(draft, name), path.join(dist, name));
      }
      rmSync(draft, { recursive: true });
    },
  });
}

if (import.meta.main) await buildPlayer();
