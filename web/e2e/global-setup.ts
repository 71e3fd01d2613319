import { buildServer } from '../../scripts/server-build.ts';
import { makeFolder } from './server.ts';

export default async function setup(): Promise<() => Promise<void>> {
  await buildServer();
  return makeFolder();
}
