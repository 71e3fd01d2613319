import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { BUILT, REFERENCE } from '../../built.ts';
import { notModified } from '../../rest/conditional.ts';
import { REFERENCE_FILES } from './files.ts';

/** Serves the reference assets: the compressed files if there is a build, else the originals. */
export function serveReferenceFiles(app: FastifyInstance, built = BUILT): void {
  const compressed = path.join(built, REFERENCE);
  for (const [name, { file, type }] of Object.entries(REFERENCE_FILES)) {
    const address = `/api/docs/${name}`;
    if (existsSync(path.join(compressed, name))) {
      app.get(address, (_request, reply) => reply.sendFile(name, compressed));
      continue;
    }
    app.get(address, async (request, reply) => {
      const { size, mtimeMs } = await stat(file);
      const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
      reply.headers({ etag, 'cache-control': 'no-cache' });
      if (notModified(request, etag)) return reply.code(304).send();
      return reply.headers({ 'content-type': type, 'content-length': size }).send(createReadStream(file));
    });
  }
}
