import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { z } from 'zod';
import { aptGet, installPackage, mayInstall } from '../../../scripts/debian-packages.ts';
import { lacking } from './deploy-page.ts';

const CHECKOUT = path.resolve(import.meta.dirname, '../../..');

/** Debian's podman also runs by crun, which refuses machines with both versions of control groups. */
const PROGRAMS = { buildah: 'buildah', podman: 'podman', runc: 'runc', debootstrap: 'debootstrap' };

/** Installs what builds and runs images, where that is permitted; returns the reason where it is missing. */
export function installImageTools(): string | undefined {
  if (process.getuid?.() !== 0) return 'needs root';
  const missing = lacking(PROGRAMS);
  if (missing === undefined || !mayInstall()) return missing;
  const failures = [aptGet(['update']), ...Object.values(PROGRAMS).map(installPackage)];
  return lacking(PROGRAMS) && `${missing}; ${failures.filter(Boolean).join('; ')}`;
}

const Config = z.object({
  User: z.string(),
  Env: z.array(z.string()),
  Cmd: z.array(z.string()),
  WorkingDir: z.string(),
});
const Inspected = z.tuple([
  z.object({ Size: z.number(), Config, Healthcheck: z.object({ Test: z.array(z.string()), Timeout: z.number() }) }),
]);

export type Image = Awaited<ReturnType<typeof buildImage>>;

/**
 * Builds docs/operate/container/Containerfile with `buildah` in a `chroot`: it needs root and no more.
 * No image comes from a registry: both bases are a Debian of this machine's mirror.
 */
export async function buildImage() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'training-image-'));
  const store = await openStore(folder);
  const podman = (words: string[]) => run('podman', [...store, ...words]);
  const close = async () => {
    await podman(['rm', '--all', '--force', '--volumes']);
    // Nothing is mounted where the store isn't of overlays.
    await run('umount', ['--recursive', '--lazy', path.join(folder, 'overlay/overlay')]).catch(() => '');
    rmSync(folder, { recursive: true, force: true });
  };
  const build = (file: string, context: string, words: string[]) =>
    run('buildah', [...store, 'build', '--isolation=chroot', '--format=docker', ...words, '-f', file, context]);
  const name = 'localhost/training';
  try {
    const debian = path.join(folder, 'debian');
    await makeDebian(debian);
    await podman(['import', `${debian}.tar`, 'localhost/base']);
    const tools = path.join(folder, 'tools');
    await writeTools(tools);
    await build(path.join(tools, 'Containerfile'), tools, ['-t', 'localhost/build-base']);
    const bases = ['--build-arg=BUILD_BASE=localhost/build-base', '--build-arg=BASE=localhost/base'];
    await build(path.join(CHECKOUT, 'docs/operate/container/Containerfile'), CHECKOUT, [...bases, '-t', name]);
    const inspected = Inspected.parse(JSON.parse(await podman(['image', 'inspect', name])));
    const [{ Size: bytes, Config: config, Healthcheck: health }] = inspected;
    return {
      name,
      folder,
      store,
      podman,
      config,
      health,
      bytes,
      compressedBytes: () => compressedBytes(store, name),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns podman's and buildah's options for a store of their own, without overlays where the machine has none. */
async function openStore(folder: string): Promise<string[]> {
  const storeOf = (driver: string) => [
    '--root',
    path.join(folder, driver),
    '--runroot',
    path.join(folder, `${driver}-run`),
    '--storage-driver',
    driver,
  ];
  const overlays = storeOf('overlay');
  return run('podman', [...overlays, 'info']).then(
    () => overlays,
    () => storeOf('vfs'),
  );
}

/** Packs a Debian without what the slim image of a registry leaves out, too. */
async function makeDebian(folder: string): Promise<void> {
  await run('debootstrap', ['--variant=minbase', 'bookworm', folder]);
  for (const left of ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale']) {
    rmSync(path.join(folder, left), { recursive: true, force: true });
  }
  await run('tar', ['-C', folder, '-cf', `${folder}.tar`, '.']);
}

/** Without what `npm run` adds: npm finds the machine's settings by the place of the machine's Node. */
const ENVIRONMENT = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))),
  PATH: process.env['PATH']?.replaceAll(/[^:]*node_modules\/\.bin:/g, ''),
};

/** Runs a program that has to succeed; returns what it printed. */
async function run(program: string, words: string[]): Promise<string> {
  const options = { env: ENVIRONMENT, maxBuffer: 64 * 1024 ** 2 };
  const { stdout } = await promisify(execFile)(program, words, options);
  return stdout;
}

/** Adds to a base what the image of a registry has: Node, npm, and how this machine's npm reaches its registry. */
async function writeTools(folder: string): Promise<void> {
  mkdirSync(folder);
  const asked = async (words: string[]) => (await run('npm', words)).trim();
  const authority = await asked(['config', 'get', 'cafile']);
  const registry = await asked(['config', 'get', 'registry']);
  copyFileSync(process.execPath, path.join(folder, 'node'));
  const npm = realpathSync((await run('which', ['npm'])).trim());
  cpSync(path.resolve(npm, '../..'), path.join(folder, 'npm'), { recursive: true });
  writeFileSync(path.join(folder, 'ca.pem'), authority === 'null' ? '' : readFileSync(authority));
  const lines = [`registry=${registry}`, ...(authority === 'null' ? [] : ['cafile=/etc/npm-ca.pem'])];
  writeFileSync(path.join(folder, 'npmrc'), `${lines.join('\n')}\n`);
  const file = `
FROM localhost/base
COPY node /usr/local/bin/
COPY npm /usr/local/lib/node_modules/npm
COPY npmrc /root/.npmrc
COPY ca.pem /etc/npm-ca.pem
RUN ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
`;
  writeFileSync(path.join(folder, 'Containerfile'), file);
}

/** The bytes that a registry would store. */
async function compressedBytes(store: string[], name: string): Promise<number> {
  const saved = spawn('podman', [...store, 'save', '--format=docker-archive', name], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(saved, 'close');
  let bytes = 0;
  await pipeline(saved.stdout, createGzip(), async (parts) => {
    for await (const part of parts) bytes += part.length;
  });
  const [code] = await ended;
  if (code !== 0) throw new Error(`podman save ended with ${code}`);
  return bytes;
}
