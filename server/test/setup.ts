import { afterAll } from 'vitest';
import { enableValidation } from '../src/database/statements/validation.ts';
import { dropDatabases } from './database.ts';

enableValidation();
// What is given first runs last: the file has closed what it opened.
afterAll(dropDatabases);
