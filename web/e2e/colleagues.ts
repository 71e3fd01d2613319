import { type Browser, type BrowserContext, type Page, expect } from '@playwright/test';
import type { AppRouter } from '@training/server/router';
import type { Role } from '@training/shared/permissions';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { createTRPCClient, httpLink } from '@trpc/client';
import type { TestServer } from './server.ts';

/** Somebody with a browser of their own, and with the procedures that their pages call. */
export interface Person {
  /** Nothing is open in it yet. */
  page: Page;
  api: ReturnType<typeof clientOf>;
  leave: () => Promise<void>;
}

/** Spends a sign-in link as its page does; what the page itself does is in sign-in.spec.ts. */
export async function openLink(page: Page, link: string): Promise<void> {
  const { origin, searchParams } = new URL(link);
  const token = searchParams.get('token');
  const answer = await page.request.post(`${origin}/api/auth-link`, { data: { token }, headers: { origin } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Invites a new person to the demo workspace, or gives the one with that e-mail another role, and signs them in. */
export async function openAs(
  browser: Browser,
  server: TestServer,
  role: Role,
  fullName: string,
  email?: string,
): Promise<Person> {
  const context = await browser.newContext({ baseURL: server.origin });
  const page = await context.newPage();
  await openLink(page, await server.invite(role, fullName, 'demo', email));
  return { page, api: clientOf(context, server.origin), leave: () => context.close() };
}

/** The typed client, with the session of a browser. */
export function clientOf(context: BrowserContext, origin: string, workspace = 'demo') {
  return createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${origin}/api/trpc`,
        headers: async () => ({
          [WORKSPACE_HEADER]: workspace,
          origin,
          cookie: (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; '),
        }),
      }),
    ],
  });
}
