import { execFileSync } from 'node:child_process';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { startProcess, type ServerProcess } from '../../../../test/process.ts';
import { startJobsServer } from '../jobs/ai-jobs-fixture.ts';

/** Also used to sign the cookies for another instance. */
const SECRET = 'x'.repeat(40);
const { server, person, trainer } = await startJobsServer({ jobs: false, env: { AUTH_SECRET: SECRET } });

type Uploader = Pick<Awaited<ReturnType<typeof person>>, 'cookie' | 'workspace'>;

const headersOf = ({ cookie, workspace }: Uploader, base: string) => ({
  cookie,
  origin: base,
  [WORKSPACE_HEADER]: workspace.slug,
  'content-type': 'application/octet-stream',
});

/** Resident memory of a process, in bytes. */
function residentBytes({ child }: ServerProcess): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) * 1024;
}

test('twelve uploads of 20 MiB at once hold a part of each, not the whole of them', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => trainer()));
  const instance = startProcess({ DATABASE_URL: server.databaseUrl, AUTH_SECRET: SECRET });
  const base = await instance.base;
  const before = residentBytes(instance);
  let most = 0;
  const looking = setInterval(() => (most = Math.max(most, residentBytes(instance) - before)), 100);
  const bytes = Buffer.alloc(AI_INPUT_LIMITS.documentBytes, 'x');
  const answers = await Promise.all(
    people.map((who) =>
      fetch(`${base}/api/trpc/ai.upload`, { method: 'POST', headers: headersOf(who, base), body: bytes }),
    ),
  );
  clearInterval(looking);
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect(most).toBeLessThan(250 * 1024 * 1024);
});
