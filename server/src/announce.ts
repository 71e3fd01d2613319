import { isLoopback, type Config } from './config.ts';
import { z } from 'zod';
import type { Database } from './database/database.ts';
import { defineStatement } from './database/statement.ts';
import { allowedOrigins } from './auth/origins.ts';
import { createSignInUrl, PRINTED_LINK_MINUTES } from './auth/sign-in/sign-in-link.ts';

const DEMO_ADMIN = defineStatement({
  name: 'demo-admin',
  scope: 'sweep',
  row: z.strictObject({ email: z.string(), full_name: z.string() }),
  sql: `
select u.email, u.full_name from users u join workspaces w on w.id = u.workspace_id
where w.slug = 'demo' and u.role = 'super_admin' and u.is_active
order by u.created_at, u.id limit 1`,
});

/**
 * Says where the console is and, where only this machine can reach it, prints a link that signs in once as the demo
 * workspace's super admin.
 */
export async function announce(db: Database, config: Config, port: number, say: (line: string) => void): Promise<void> {
  const [origin] = allowedOrigins(config, port);
  const lines = ['', `  Console        ${origin}`, `  API reference  ${origin}/api/docs`];
  const admin = isLoopback(config.host) ? await DEMO_ADMIN.first(db.pool) : undefined;
  if (admin) {
    const url = await createSignInUrl(db, admin.email, { publicUrl: origin, minutes: PRINTED_LINK_MINUTES });
    lines.push(`  Sign in        ${url}`);
    lines.push(`                 works once, within 24 hours, as ${admin.full_name} of the demo workspace`);
  }
  say([...lines, ''].join('\n'));
}
