import { afterAll } from 'vitest';
import { turnChecksOn } from '../src/database/checks.ts';
import { dropDatabases } from './database.ts';

turnChecksOn();
// What is given first runs last: the file has closed what it opened.
afterAll(dropDatabases);
