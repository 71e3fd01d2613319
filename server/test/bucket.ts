import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type ServerResponse } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { z } from 'zod';

const Bound = z.object({ port: z.number() });

/** A bucket of an S3 server, behind a proxy that can fail, or keep answers back. */
export async function startBucket() {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'bucket-'));
  const configureBuckets = [{ name: 'files', configs: [] }];
  const s3 = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets });
  const { port } = Bound.parse(await s3.run());
  let answers: 'all' | 'none' | 'never' | number = 'all';
  let puts = 0;
  const kept: ServerResponse[] = [];
  const proxy = createServer((asked, answer) => {
    if (answers === 'none') return asked.socket.destroy();
    if (answers === 'never') return kept.push(answer);
    const isKept = asked.method === 'PUT' && ++puts === answers;
    const { method, url, headers } = asked;
    const passed = request({ agent: false, port, method, path: url, headers }, (got) => {
      if (isKept) return kept.push(answer);
      answer.writeHead(got.statusCode ?? 500, got.headers);
      got.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    address: `http://S3RVER:S3RVER@127.0.0.1:${Bound.parse(proxy.address()).port}/files/training`,
    /** Ends each connection until `restore`. */
    fail: () => void (answers = 'none'),
    /** Answers nothing until `restore`, which ends what was asked meanwhile. */
    hang: () => void (answers = 'never'),
    /** Stores what the nth PUT from now on brings, and never says so. */
    keepAnswerOf(nth: number) {
      [answers, puts] = [nth, 0];
    },
    kept: () => kept.length,
    restore() {
      answers = 'all';
      for (const answer of kept.splice(0)) answer.destroy();
    },
    async close() {
      proxy.close();
      proxy.closeAllConnections();
      await s3.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
