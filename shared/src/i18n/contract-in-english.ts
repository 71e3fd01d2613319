import english from '../../messages/en/contract.json' with { type: 'json' };
import { compileCatalogue } from './compile-catalogue.ts';
import { createTranslator } from './translator.ts';

const catalogue = compileCatalogue(english);

/** Returns a message of the contract in English, as APIs answer. In the console, `#contract` is in its language. */
export const contractMessage = createTranslator('contract', () => ({ language: 'en', catalogue }));
