import { translatorWithoutReactOf } from './catalogues.ts';

/** `#contract` of shared/package.json in the console: the messages of its schemas, in the console's language. */
export const contractMessage = translatorWithoutReactOf('contract');
