import path from 'node:path';
import { fileURLToPath } from 'node:url';

const own = (name: string) => path.join(import.meta.dirname, name);
const ofSwaggerUi = (name: string) => fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`));

/** Assets of the reference page. All are served from here, so the page works without internet access. */
export const REFERENCE_FILES = {
  'swagger-ui.css': { file: ofSwaggerUi('swagger-ui.css'), type: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': { file: ofSwaggerUi('swagger-ui-bundle.js'), type: 'text/javascript; charset=utf-8' },
  'reference.css': { file: own('reference.css'), type: 'text/css; charset=utf-8' },
  'reference.js': { file: own('reference.js'), type: 'text/javascript; charset=utf-8' },
  'color-scheme.js': { file: own('color-scheme.js'), type: 'text/javascript; charset=utf-8' },
};
