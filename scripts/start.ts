// `npm start`, once everything is installed: builds the console where its sources have changed, then becomes the
// server.
import { buildConsole } from './web-build.ts';

await buildConsole();
await import('../server/src/main.ts');
