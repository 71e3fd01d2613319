import { test } from 'vitest';
import { startTestServer } from '../test/server.ts';
import { syncPeople } from './sync-people-fixture.ts';

const server = await startTestServer();

// In Python: `sync-people.deep.ts`.
test('the nightly sync in TypeScript sends all people, names what is refused, and goes on where it was', () =>
  syncPeople(server, process.execPath, 'sync-people.ts'));
