// `npm start`, once everything is installed: builds what has changed, then becomes the server.
import path from 'node:path';
import { buildServer } from './server-build.ts';
import { buildConsole } from './web-build.ts';

await Promise.all([buildServer(), buildConsole()]);
await import(path.resolve(import.meta.dirname, '../server/dist/main.js'));
