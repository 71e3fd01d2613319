// `npm run build`: what `npm start` starts, where its sources have changed.
import { buildServer } from './server-build.ts';
import { buildConsole } from './web-build.ts';

await Promise.all([buildServer(), buildConsole()]);
