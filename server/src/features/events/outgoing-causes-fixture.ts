import type { OutgoingEventType } from '@training/shared/events/outgoing-events';
import { expect } from 'vitest';
import { newKey, type KeyServer } from '../../../test/key-server.ts';
import { inTransaction } from '../../core/transaction.ts';
import { extendAuditChains } from '../audit/chain/extend-chain.ts';
import { sendAuditCheckpoints } from '../audit/chain/send-checkpoints.ts';
import { markNeedsReconnecting } from '../drive-sync/connection/mark-needs-reconnecting.ts';
import { withoutWaitingOrChance } from '../../../test/view-cards.ts';
import { completeModule } from '../learning/learning-fixture.ts';
import { recordExpiringCertificates } from '../assignments/run-nightly-tasks.ts';
import { recordPathCompletions } from '../evidence/record-path-completions.ts';
import { approveBoth, castOf } from '../reviews/reviews-fixture.ts';

/** Types triggered here. Leaves out those that are a part of another change or concern a single endpoint. */
type Caused = Exclude<OutgoingEventType, 'suggestion.superseded' | 'endpoint.test'>;

/** Triggers each type of outgoing event as users and systems do, in a workspace of its own. */
export async function outgoingCauses(server: KeyServer) {
  const cast = await castOf(server);
  const { admin, reviewer, trainer, workspace, department } = cast;
  const { call } = await server.api(['users:write', 'intake:create'], workspace);
  const reason = 'Because of that';

  let made = 0;

  async function upsert(...bodies: object[]): Promise<string> {
    const email = `person-${++made}@told.example.com`;
    let id = '';
    for (const body of bodies) ({ id } = (await call('POST', '/api/v1/users', { email, ...body })).json);
    return id;
  }

  async function suggested(): Promise<string> {
    const article = { content: `Article ${++made}`, source_name: 'Wiki', source_url: 'https://wiki.example.com/42' };
    return (await call('POST', '/api/v1/intake', article)).json.id;
  }

  async function decided(verb: 'approve' | 'query'): Promise<string> {
    const { module, hashes } = await cast.inReview();
    const seen = { module_id: module.id, section: 'quiz', round: hashes.round, content_hash: hashes.quiz } as const;
    if (verb === 'approve') await reviewer.client.reviews.approve.mutate(seen);
    else await reviewer.client.reviews.query.mutate({ ...seen, comment: reason });
    return module.id;
  }

  async function changed(
    status: 'draft' | 'published' | 'archived' | 'in_review',
    change: (module_id: string, round: number) => Promise<unknown>,
  ): Promise<string> {
    const { module, hashes } = await cast.module({ status });
    await change(module.id, hashes.round);
    return module.id;
  }

  /** Simulates the nightly job after a completion whose certificate expires in `days` days. */
  async function certified(days: number): Promise<string> {
    const { id: userId } = await server.make.user(workspace);
    const { module } = await cast.module({ status: 'published' });
    const expiresAt = new Date(Date.now() + days * 86_400_000);
    const done = { startedAt: new Date(0), completedAt: new Date(1), expiresAt };
    await server.make.enrollment(workspace, userId, module.id, done);
    await recordExpiringCertificates(server.db, workspace, new Date(), () => false);
    return userId;
  }

  /** Assigns a path of a published module to the trainer, and returns the path's id. */
  async function assigned(module_id?: string): Promise<string> {
    const steps = [{ module_id: module_id ?? (await cast.module({ status: 'published' })).module.id }];
    const { id } = await admin.client.paths.create.mutate({ title: 'Forklift', steps });
    await admin.client.paths.assign.mutate({ path_id: id, to: { kind: 'user', user_id: trainer.id } });
    return id;
  }

  const { reviews } = admin.client;

  /** Functions that trigger an event and return the id of its subject. */
  const causes: Record<Caused, () => Promise<string>> = {
    'module.submitted': () => changed('draft', (module_id) => trainer.client.reviews.submit.mutate({ module_id })),
    'module.section_queried': () => decided('query'),
    'module.section_approved': () => decided('approve'),
    'module.published': async () => {
      const { module, hashes } = await cast.inReview();
      await approveBoth(reviewer.client, module.id, hashes);
      return module.id;
    },
    'module.rejected': () =>
      changed('in_review', (module_id, round) => reviewer.client.reviews.reject.mutate({ module_id, round, reason })),
    'module.withdrawn': () => changed('in_review', (module_id) => reviews.withdraw.mutate({ module_id, reason })),
    'module.unpublished': () => changed('published', (module_id) => reviews.unpublish.mutate({ module_id, reason })),
    'module.archived': () => changed('published', (module_id) => reviews.archive.mutate({ module_id, reason })),
    'module.restored': () => changed('archived', (module_id) => reviews.restore.mutate({ module_id, reason })),
    'learner.module_completed': async () => {
      await withoutWaitingOrChance(server.db);
      const { module } = await cast.module({ status: 'published' });
      await completeModule(trainer.client, module.id);
      return module.id;
    },
    'path.assigned': () => assigned(),
    'learner.path_completed': async () => {
      await withoutWaitingOrChance(server.db);
      const { module } = await cast.module({ status: 'published' });
      const id = await assigned(module.id);
      await completeModule(trainer.client, module.id);
      const cause = { ...server.make.contextOf(workspace), now: new Date() };
      await inTransaction(cause, (em) => recordPathCompletions(em, cause, null));
      return id;
    },
    'user.created': () => upsert({ full_name: 'Ana' }),
    'user.updated': () => upsert({ full_name: 'Ana' }, { full_name: 'Anna' }),
    'user.deactivated': () => upsert({ full_name: 'Ana' }, { deactivate: true }),
    'user.reactivated': () => upsert({ full_name: 'Ana' }, { deactivate: true }, { deactivate: false }),
    'token.created': async () => (await admin.client.tokens.create.mutate({ name: 'HR', scopes: ['users:read'] })).id,
    'token.revoked': async () => {
      const { id } = await admin.client.tokens.create.mutate({ name: 'HR', scopes: ['users:read'] });
      await admin.client.tokens.revoke.mutate({ id });
      return id;
    },
    'suggestion.created': suggested,
    'suggestion.accepted': async () => {
      const id = await suggested();
      const course = await server.make.course(workspace, { departmentId: department.id });
      await trainer.client.suggestions.accept.mutate({ id, course_id: course.id, generate: false });
      return id;
    },
    'suggestion.dismissed': async () => {
      const id = await suggested();
      await trainer.client.suggestions.dismiss.mutate({ id, reason });
      return id;
    },
    'certification.due_soon': () => certified(10),
    'certification.expired': () => certified(-10),
    'provider_key.failing': async () => {
      const key = server.keyFor('good');
      const { id } = await admin.client.providerKeys.add.mutate(newKey('openai', key));
      server.standIn.setScenario(key, 'bad');
      await expect(server.generate(workspace)).rejects.toThrow();
      return id;
    },
    'audit.checkpoint': async () => {
      await server.db.pool.query(
        `insert into webhook_endpoints (workspace_id, id, url, types, state, off_reason, off_at, created_by_name, created_at, updated_at)
         values ($1, gen_random_uuid(), 'https://audit.example.com/', '{audit.checkpoint}', 'off', 'by_hand', now(), 'Test', now(), now())`,
        [workspace.id],
      );
      const stopping = new AbortController().signal;
      await extendAuditChains(server.db, 0, stopping);
      await sendAuditCheckpoints({ db: server.db, ai: server.ai, stopping });
      return workspace.id;
    },
    'drive.reconnect_needed': async () => {
      const { id } = await server.make.drive(workspace);
      const ctx = server.make.contextOf(workspace);
      await inTransaction(ctx, (em) => markNeedsReconnecting(em, ctx, { id }, 'access_lost'));
      return id;
    },
  };

  return { cast, call, upsert, decided, causes };
}
