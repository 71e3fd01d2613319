// `npm run build`: builds what `npm start` runs, if its sources have changed.
import { buildPlayer } from './player-build.ts';
import { buildServer } from './server-build.ts';
import { buildConsole } from './web-build.ts';

await Promise.all([buildServer(), buildConsole(), buildPlayer()]);
