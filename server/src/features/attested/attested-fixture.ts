import type { PastCompletionInput } from '@training/shared/attested/attested';
import type { z } from 'zod';
import type { TestServer } from '../../../test/server.ts';
import { assignmentsOf } from '../assignments/assignments-fixture.ts';
import { withoutWaitingOrChance } from '../../../test/view-cards.ts';

type Given = Partial<z.input<typeof PastCompletionInput>>;

/** Creates a workspace as `assignmentsOf` does, and a token and a super admin who attest completions in it. */
export async function attestingOn(server: TestServer) {
  const { db } = server;
  await withoutWaitingOrChance(db);
  const place = await assignmentsOf(server);
  const { workspace, module, admin } = place;
  const { call } = await server.api(['completions:attest', 'analytics:read'], workspace);
  const completion = (person: { email?: string | null; external_id?: string }, given: Given = {}) => ({
    ...(person.email && { email: person.email }),
    ...(person.external_id && { external_id: person.external_id }),
    module: module.id,
    completed_on: daysAgo(30),
    source: 'Old system',
    ...given,
  });
  return {
    ...place,
    call,
    completion,
    /** Sends completions over REST. */
    post: (completions: unknown[], query = '') => call('POST', `/api/v1/attested-completions${query}`, { completions }),
    /** Attests one completion, and returns its id and result. */
    attest: async (person: { email?: string | null; external_id?: string }, given: Given = {}) => {
      const { results } = await admin.attested.enter.mutate({ completions: [completion(person, given)] });
      const [one] = results;
      if (!one || 'problem' in one) throw new Error(JSON.stringify(one));
      return { id: one.id!, result: one.result };
    },
    /** Returns what analytics say of the module's people. */
    counts: async () => {
      const { modules } = await admin.analytics.read.query({ module_id: module.id, include: ['modules'] });
      const { assigned, not_started, in_progress, completed, attested, overdue } = modules![0]!;
      return { assigned, not_started, in_progress, completed, attested, overdue };
    },
    /** Returns the cycles with what they were completed by. */
    cyclesOf: async (userId: string) => {
      const { rows } = await db.pool.query<Record<string, unknown>>(
        `select e.id, e.cycle, e.is_current, e.source, e.attested_id, e.completed_at is not null as completed,
           to_char(e.completed_at, 'YYYY-MM-DD') as completed_on, to_char(e.expires_at, 'YYYY-MM-DD') as expires_on,
           e.started_at is not null as started, e.withdrawn_at is not null as withdrawn,
           (select count(*)::integer from assignment_enrollments l
            where l.enrollment_id = e.id and l.removed_at is null) as covered
         from enrollments e where e.user_id = $1 and e.module_id = $2 order by e.cycle`,
        [userId, module.id],
      );
      return rows;
    },
    actions: async (userId: string) => {
      const { rows } = await db.pool.query<{ action: string }>(
        `select action from audit_events where workspace_id = $1 and changes ->> 'user_id' = $2 order by at, id`,
        [workspace.id, userId],
      );
      return rows.map(({ action }) => action);
    },
  };
}

const DAY = 86_400_000;

/** Returns the day so many days ago, in UTC. */
export const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
