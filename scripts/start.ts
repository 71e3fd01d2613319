// `npm start`, after the installation: builds what has changed, then becomes the server.
import path from 'node:path';
import { buildPlayer } from './player-build.ts';
import { buildServer } from './server-build.ts';
import { buildConsole } from './web-build.ts';

await Promise.all([buildServer(), buildConsole(), buildPlayer()]);
// Defaults to readable logs, even if redirected to a file, because people start it this way.
process.env['OUTPUT'] ??= 'text';
await import(path.resolve(import.meta.dirname, '../server/dist/main.js'));
