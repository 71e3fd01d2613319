import { type Desk, startDesk } from '../../scripts/desk/desk.ts';
import { test as base } from './fixtures.ts';
import { startServer } from './server.ts';

/** With a server of its own, as `npm run dev:events` has it: what it sends arrives on one page. */
export const test = base.extend<object, { ai: unknown; chat: unknown; desk: Desk }>({
  desk: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs from this pattern
    async ({}, provide) => {
      const desk = await startDesk(0);
      await provide(desk);
      await desk.stop();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ desk }, provide) => {
      const server = await startServer(desk.env);
      await provide(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 200_000 },
  ],
});
