import { mergeConfig } from 'vitest/config';
import config from './vitest.config.ts';

/** For `npm run test:deep`: what takes long, or needs programs that not every machine has, is in `*.deep.ts`. */
export default mergeConfig(config, { test: { include: ['{src,test,evaluate,examples}/**/*.deep.ts'] } });
