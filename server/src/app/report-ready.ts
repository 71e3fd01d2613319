import { isLoopback, type Config } from '../core/config.ts';
import { z } from 'zod';
import type { Database } from '../database/database.ts';
import { defineStatement } from '../database/statements/statement.ts';
import { allowedOriginsOf } from '../auth/sessions/origins.ts';
import { createSignInUrl, PRINTED_LINK_MINUTES } from '../auth/sign-in/sign-in-link.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Log } from '../platform/log.ts';

/** Milliseconds. The server already answers requests while it waits. */
const PATIENCE = 5_000;

/**
 * Tells systemd that the server is ready, if it was started with `Type=notify`. The socket takes datagrams, which Node
 * can't send, so this runs systemd-notify. A failure is only reported, because systemd then restarts the server after
 * its own timeout.
 */
export async function notifySystemd(log: Pick<Log, 'warn'>): Promise<void> {
  await promisify(execFile)('systemd-notify', ['--ready'], { timeout: PATIENCE }).catch((error: unknown) => {
    log.warn({ err: error }, 'systemd was not told that the server is ready');
  });
}

const Person = z.strictObject({ email: z.string(), full_name: z.string() });

const DEMO_ADMIN = defineStatement({
  name: 'demo-admin',
  scope: 'cross_tenant',
  row: Person,
  sql: `
select u.email, u.full_name from users u join workspaces w on w.id = u.workspace_id
where w.slug = 'demo' and u.role = 'super_admin' and u.is_active and u.email is not null
order by u.created_at, u.id limit 1`,
});

/** Prefers a learner with assigned, started and completed modules. */
const DEMO_LEARNER = defineStatement({
  name: 'demo-learner',
  scope: 'cross_tenant',
  unprepared: true,
  row: Person,
  sql: `
select u.email, u.full_name from users u
join workspaces w on w.id = u.workspace_id and w.slug = 'demo'
cross join lateral (
  select count(distinct case when e.completed_at is not null then 'done' when e.started_at is not null then 'begun' else 'owed' end)
    as kinds
  from enrollments e where e.workspace_id = w.id and e.user_id = u.id and e.is_current
) has
where u.role = 'learner' and u.is_active and u.email is not null
order by has.kinds desc, u.created_at, u.id limit 1`,
});

/**
 * Prints the console's address. If only this machine can reach it, also prints one-time sign-in links for the demo
 * workspace's super admin and one of its learners.
 */
export async function printAddressAndSignInLinks(
  db: Database,
  config: Config,
  port: number,
  say: (line: string) => void,
): Promise<void> {
  const [origin] = allowedOriginsOf(config, port);
  const lines = ['', `  Console        ${origin}`, `  API reference  ${origin}/api/docs`];
  const admin = isLoopback(config.host) ? await DEMO_ADMIN.first(db.pool) : undefined;
  const linkFor = ({ email }: { email: string }) =>
    createSignInUrl(db, email, { publicUrl: origin, minutes: PRINTED_LINK_MINUTES });
  if (admin) {
    lines.push(`  Sign in        ${await linkFor(admin)}`);
    lines.push(`                 works once, within 24 hours, as ${admin.full_name} of the demo workspace`);
    const learner = await DEMO_LEARNER.first(db.pool);
    if (learner) {
      lines.push(`  As a learner   ${await linkFor(learner)}`);
      lines.push(
        `                 the same as ${learner.full_name}; open it in a private window, to stay signed in above`,
      );
    }
  }
  say([...lines, ''].join('\n'));
}
