import { beforeAll } from 'vitest';
import { loadCatalogues } from './src/lib/i18n/catalogues.ts';

// As the console does before it shows what it has loaded.
beforeAll(loadCatalogues);
