import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { TestWorkspace } from '../../../../test/make.ts';
import { startTestServer } from '../../../../test/server.ts';
import { createCourseArchive } from '../../../core/archive.ts';
import { evidenceOn, fileOf } from '../evidence-fixture.ts';
import { createEvidencePackZip } from './evidence-pack.ts';
import { verifyPack } from './verify-pack.ts';

const server = await startTestServer();
const { make } = server;
const { completed } = evidenceOn(server);
const contextOf = (workspace: TestWorkspace) => ({
  ...make.contextOf(workspace),
  ai: server.ai,
  storage: server.storage,
});

// rules/evidence 4
test('two packs are made at a time, one of a workspace, also where nobody has begun to read them', async () => {
  const [one, other, third] = await Promise.all([make.workspace(), make.workspace(), make.workspace()]);
  const packOf = (workspace: TestWorkspace) => createEvidencePackZip(contextOf(workspace), {});
  const [first, again] = await Promise.allSettled([packOf(one), packOf(one)]);
  expect([first, again].map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const made = [first, again, ...(await Promise.allSettled([packOf(other)]))];
  await expect(packOf(third)).rejects.toMatchObject({ code: 'busy' });
  for (const pack of made) if (pack.status === 'fulfilled') await pack.value.return(undefined);
  const last = await packOf(third);
  await last.return(undefined);
});

// rules/evidence 4
test('courses that are read slowly take no slot of evidence, nor more than two of a workspace', async () => {
  const [one, other, third] = await Promise.all([make.workspace(), make.workspace(), make.workspace()]);
  async function* entries() {
    yield { name: 'a.txt', body: [strToU8('a')] };
  }
  const courseOf = (workspace: TestWorkspace) => createCourseArchive(make.contextOf(workspace), entries);
  const read = [await courseOf(one), await courseOf(one)];
  await expect(courseOf(one)).rejects.toMatchObject({ code: 'busy' });
  read.push(await courseOf(other), await courseOf(other));
  await expect(courseOf(third)).rejects.toMatchObject({ code: 'busy' });
  const pack = await createEvidencePackZip(contextOf(one), {});
  for (const each of [pack, ...read]) await each.return(undefined);
  const last = await courseOf(third);
  await last.return(undefined);
});

test('who takes too long for a pack is cut off, and leaves its place to others', async () => {
  const { workspace } = await completed();
  const pack = await createEvidencePackZip(contextOf(workspace), {}, 0);
  const whole = async () => {
    for await (const piece of pack) expect(piece).toBeInstanceOf(Uint8Array);
  };
  await expect(whole()).rejects.toMatchObject({ code: 'busy' });
  const next = await createEvidencePackZip(contextOf(workspace), {});
  await next.return(undefined);
});

test('what is no pack is refused in words', async () => {
  await expect(verifyPack(await fileOf(strToU8('no zip')))).rejects.toThrow('no ZIP');
  await expect(verifyPack(await fileOf(zipSync({ a: strToU8('b') })))).rejects.toThrow('no manifest');
  await expect(verifyPack('/nonexistent/pack.zip')).rejects.toThrow('cannot be read');
});
