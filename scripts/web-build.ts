import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { API_REFERENCE_SUBFOLDER, API_REFERENCE_FILES } from '../server/src/http/openapi/api-reference-files.ts';
import { compressAssets } from './compress-assets.ts';
import { digestOf, viteBuild } from './vite-build.ts';

const root = path.resolve(import.meta.dirname, '..');
const web = path.join(root, 'web');
const dist = path.join(web, 'dist');
/** The draft folder: on the same disk as `dist`, ignored by git, and separate for each build process. */
const draft = path.join(web, `node_modules/.console-${process.pid}`);
const stamp = 'sources.sha256';
const referenceFiles = Object.entries(API_REFERENCE_FILES);

/** Builds the console into `web/dist`, unless the sources are unchanged. Ends the process on failure. */
export async function buildConsole(): Promise<void> {
  // The console, the contract, the reference, and the compression of the files.
  const sources = digestOf([
    web,
    path.join(root, 'shared'),
    ...referenceFiles.map(([, { file }]) => file),
    path.join(import.meta.dirname, 'compress-assets.ts'),
  ]);
  const built = path.join(dist, stamp);
  if (existsSync(built) && readFileSync(built, 'utf8') === sources) return;

  await viteBuild('the console', {
    folder: web,
    draft,
    finish: async () => {
      const reference = path.join(draft, API_REFERENCE_SUBFOLDER);
      mkdirSync(reference);
      for (const [name, { file }] of referenceFiles) copyFileSync(file, path.join(reference, name));
      await compressAssets(draft);
      writeFileSync(path.join(draft, stamp), sources);
      rmSync(dist, { recursive: true, force: true });
      renameSync(draft, dist);
    },
  });
}

if (import.meta.main) await buildConsole();
