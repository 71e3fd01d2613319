import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Node's own types do not know it yet. */
const Permission = z.object({ drop: z.custom<(scope: string) => void>() });

/** The repository, whose sources a process of a test or of `npm run dev` reads. */
const ROOT = path.resolve(import.meta.dirname, '../../../..');

/**
 * Returns Node's options for a process that reads untrusted files: it can read only its program's own files, write
 * none, and start no process (decision 012). They don't block the network; `cutOff` does. The first thread can start
 * others until it calls `dropProcessPermissions`.
 *
 * @param entry The program that is started.
 * @param addons Lets it load native libraries, which these options don't confine.
 */
export function createConfinedNodeOptions(entry: URL, { addons = false } = {}): string[] {
  const program = fileURLToPath(entry);
  const libraries = ['server/node_modules', 'node_modules'];
  const parts = program.endsWith('.ts') ? ['server/src', 'shared', ...libraries] : addons ? libraries : [];
  const folders = [path.dirname(program), ...parts.map((part) => path.join(ROOT, part))];
  return [
    '--permission',
    '--allow-worker',
    ...(addons ? ['--allow-addons'] : []),
    ...folders.map((folder) => `--allow-fs-read=${folder}${path.sep}`),
    // Where it says that it is to go first when memory runs out.
    '--allow-fs-write=/proc/self/oom_score_adj',
  ];
}

/**
 * Gives up the process's permissions to start threads and to write files: a thread started later could give itself all
 * permissions.
 */
export function dropProcessPermissions(): void {
  const permission = Permission.safeParse(process.permission);
  // Without the options above there are none to drop.
  for (const scope of ['worker', 'fs.write']) permission.data?.drop(scope);
}
