import { afterAll } from 'vitest';
import { enableSqlResultValidation } from '../src/database/statements/validation.ts';
import { dropDatabases } from './database.ts';

enableSqlResultValidation();
// What is given first runs last: the file has closed what it opened.
afterAll(dropDatabases);
