import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { fileURLToPath } from 'node:url';
import { isNotModified } from '../rest/compressed-responses.ts';

/** Output folder of `scripts/web-build.ts`. */
export const WEB_DIST_FOLDER = path.resolve(import.meta.dirname, '../../../../web/dist');

/** Subfolder of the output, and of this folder, with the assets of the API reference. */
export const API_REFERENCE_SUBFOLDER = 'reference';

const own = (name: string) => path.join(import.meta.dirname, API_REFERENCE_SUBFOLDER, name);
const ofSwaggerUi = (name: string) => fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`));

/** Assets of the reference page. All are served from here, so the page works without internet access. */
export const API_REFERENCE_FILES = {
  'swagger-ui.css': { file: ofSwaggerUi('swagger-ui.css'), type: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': { file: ofSwaggerUi('swagger-ui-bundle.js'), type: 'text/javascript; charset=utf-8' },
  'reference.css': { file: own('reference.css'), type: 'text/css; charset=utf-8' },
  'reference.js': { file: own('reference.js'), type: 'text/javascript; charset=utf-8' },
  'color-scheme.js': { file: own('color-scheme.js'), type: 'text/javascript; charset=utf-8' },
};

/** Serves the reference assets: the compressed files if there is a build, else the originals. */
export function serveApiReferenceFiles(app: FastifyInstance, built = WEB_DIST_FOLDER): void {
  const compressed = path.join(built, API_REFERENCE_SUBFOLDER);
  for (const [name, { file, type }] of Object.entries(API_REFERENCE_FILES)) {
    const address = `/api/docs/${name}`;
    if (existsSync(path.join(compressed, name))) {
      app.get(address, (_request, reply) => reply.sendFile(name, compressed));
      continue;
    }
    app.get(address, async (request, reply) => {
      const { size, mtimeMs } = await stat(file);
      const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`;
      reply.headers({ etag, 'cache-control': 'no-cache' });
      if (isNotModified(request, etag)) return reply.code(304).send();
      return reply.headers({ 'content-type': type, 'content-length': size }).send(createReadStream(file));
    });
  }
}
