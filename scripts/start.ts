// `npm start`, once everything is installed: builds what has changed, then becomes the server.
import path from 'node:path';
import { buildServer } from './server-build.ts';
import { buildConsole } from './web-build.ts';

await Promise.all([buildServer(), buildConsole()]);
// People start it so, also where they write its output to a file.
process.env['OUTPUT'] ??= 'text';
await import(path.resolve(import.meta.dirname, '../server/dist/main.js'));
