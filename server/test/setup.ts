import { afterAll } from 'vitest';
import { enableChecks } from '../src/database/statements/checks.ts';
import { dropDatabases } from './database.ts';

enableChecks();
// What is given first runs last: the file has closed what it opened.
afterAll(dropDatabases);
