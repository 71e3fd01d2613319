import { test } from 'vitest';
import { startTestServer } from '../test/server.ts';
import { run, syncPeople } from './sync-people-fixture.ts';

const server = await startTestServer();
const hasPython = (await run('python3', ['--version'])).code === 0;

test.runIf(hasPython)(
  'the nightly sync in Python sends all people, names what is refused, and goes on where it was',
  () => syncPeople(server, 'python3', 'sync_people.py'),
);
