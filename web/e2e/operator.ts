import type { Role, TokenScope } from '@training/shared/permissions';
import { getOperatorContextOfWorkspace, createInstallationOperatorContext } from '../../server/src/cli/command.ts';
import { readConfig } from '../../server/src/core/config.ts';
import { openAndMigrateDatabase } from '../../server/src/app/open-database.ts';
import { storeTextAndQueueQuoteChecks } from '../../server/src/features/source-drift/quote-checks.ts';
import { resolveDepartmentId } from '../../server/src/features/departments/departments.ts';
import { verifyDomainAsOperator } from '../../server/src/features/issuers/domains.ts';
import { storePastGrades, type Past } from '../../server/src/features/grading/trust/past-grades-fixture.ts';
import { recordRejectedAddress } from '../../server/src/features/notifications/mail/mail-failures.ts';
import { issueToken } from '../../server/src/features/tokens/issue-token.ts';
import { upsertUserToInvite } from '../../server/src/features/users/upsert-invited-user.ts';
import { createEmptyWorkspace } from '../../server/src/features/workspaces/create-workspace.ts';
import { askAsWritten } from '../../server/test/view-cards.ts';
import { driveMaker } from '../../server/test/make/drives.ts';
import { createSignInUrl, PRINTED_LINK_MINUTES } from '../../server/src/auth/sign-in/sign-in-link.ts';

export interface Operator {
  /**
   * Invites a new person, a trainer to the warehouse, or gives the one with that e-mail another role; answers their
   * one-time link.
   */
  invite(role: Role, fullName: string, workspace?: string, email?: string): Promise<string>;
  /** Makes a workspace that holds nothing. */
  createWorkspace(slug: string): Promise<void>;
  /** Verifies a domain for the demo workspace's own single sign-on. */
  verifyDomain(domain: string): Promise<void>;
  /** Issues an API token of the demo workspace. */
  createToken(...scopes: TokenScope[]): Promise<string>;
  /** As if the model's grade of an answer had been drawn for a check. */
  drawForCheck(answerId: string): Promise<void>;
  /** As if calls with pooled keys had cost a workspace as much, US$, in a month such as "2026-11". */
  spendPooled(workspace: string, month: string, usd: number): Promise<void>;
  /** As if a mail server had refused the address of somebody of the demo workspace. */
  refuseAddress(email: string, error: string): Promise<void>;
  /** As if mails of the demo workspace had waited for their minute; answers how many. */
  letMailsGo(): Promise<number>;
  /** As if a suggestion of the demo workspace were the text of a file of a drive; answers the file's id. */
  takeFromDrive(suggestionId: string, name: string): Promise<string>;
  /** As if a workspace had a drive that fares so, with as many documents in a folder. */
  makeDrive(workspace: string, drive: MadeDrive): Promise<void>;
  /** As if Claude Opus 5.5 had graded spoken answers of the demo workspace before. */
  gradeBefore(past: Past): Promise<void>;
  /** As if a scan had found such a file with another text; with null, in the bin. */
  changeDocument(fileId: string, text: string | null): Promise<void>;
  close(): Promise<void>;
}

interface MadeDrive {
  account: string;
  state: 'degraded' | 'reconnect_needed';
  reason: 'undecryptable' | 'unavailable' | 'quota';
  documents?: number;
}

/**
 * What the operator's commands do beside a running server, without a process for each: that takes longer than most of
 * what a test is about. The commands themselves are tested in `server/`.
 */
export async function openOperator(env: NodeJS.ProcessEnv, publicUrl: string): Promise<Operator> {
  const opened = await openAndMigrateDatabase(readConfig(env), { join: true });
  const { db } = opened;
  // Journeys go through questions one by one, and name options by their places.
  await askAsWritten(db);
  let people = 0;
  return {
    close: () => opened.close(),
    async invite(role, fullName, workspace = 'demo', email = `${role}-${(people += 1)}@browser-tests.example`) {
      const ctx = await getOperatorContextOfWorkspace({ db }, workspace);
      const department = role === 'trainer' ? await resolveDepartmentId(ctx, 'Warehouse') : undefined;
      await upsertUserToInvite(ctx, { email, full_name: fullName, role, department_id: department });
      return createSignInUrl(db, email, { publicUrl, minutes: PRINTED_LINK_MINUTES });
    },
    async createWorkspace(slug) {
      await createEmptyWorkspace(createInstallationOperatorContext({ db }), { name: slug, slug });
    },
    async verifyDomain(domain) {
      await verifyDomainAsOperator(await getOperatorContextOfWorkspace({ db }, 'demo'), domain);
    },
    async spendPooled(workspace, month, usd) {
      await db.pool.query(
        `insert into ai_budget_months (workspace_id, month, charged)
         select id, $2::date, $3::bigint from workspaces where slug = $1
         on conflict (workspace_id, month) do update set charged = excluded.charged`,
        [workspace, `${month}-01`, Math.round(usd * 1_000_000_000)],
      );
    },
    async refuseAddress(email, error) {
      const { workspace } = await getOperatorContextOfWorkspace({ db }, 'demo');
      const { rows } = await db.pool.query<{ id: string }>(
        'select id from users where workspace_id = $1 and email = $2',
        [workspace.id, email],
      );
      const [person] = rows;
      if (!person) throw new Error(`nobody has the address ${email}`);
      await recordRejectedAddress(db, { workspaceId: workspace.id, userId: person.id, email }, error, new Date());
    },
    async letMailsGo() {
      const { rowCount } = await db.pool.query(
        `update notifications set due_at = now() where channel = 'email' and state = 'pending'
           and workspace_id = (select id from workspaces where slug = 'demo')`,
      );
      return rowCount ?? 0;
    },
    async takeFromDrive(suggestionId, name) {
      const { workspace } = await getOperatorContextOfWorkspace({ db }, 'demo');
      const make = driveMaker(db);
      const connection = await make.drive(workspace);
      const { id } = await make.driveFile(workspace, connection.id, { name, state: 'suggested', suggestionId });
      await db.pool.query('update suggestions set drive_file_id = $2 where id = $1', [suggestionId, id]);
      return id;
    },
    async makeDrive(slug, { account, state, reason, documents = 0 }) {
      const { workspace } = await getOperatorContextOfWorkspace({ db }, slug);
      const make = driveMaker(db);
      const { id } = await make.drive(workspace, { account, state });
      const folder = await make.driveFolder(workspace, id);
      // No night comes, for nobody could walk through it.
      await db.pool.query('update drive_connections set state_reason = $2, night = current_date + 7 where id = $1', [
        id,
        reason,
      ]);
      await db.pool.query(
        `insert into drive_files (workspace_id, id, connection_id, provider_id, is_folder, name, media_type, parent_ids,
           folder_id, state, state_at)
         select $1, gen_random_uuid(), $2, 'file-' || n, false, 'Document ' || n, 'text/markdown', '{}', $3, 'not_relevant',
           now() - n * interval '1 minute'
         from generate_series(1, $4::integer) n`,
        [workspace.id, id, folder.id, documents],
      );
    },
    async gradeBefore(past) {
      const { workspace } = await getOperatorContextOfWorkspace({ db }, 'demo');
      const { rows } = await db.pool.query<{ id: string }>('select id from attempts where workspace_id = $1 limit 1', [
        workspace.id,
      ]);
      const [attempt] = rows;
      if (!attempt) throw new Error('nobody of the demo workspace has begun an attempt');
      const maker = { provider: 'anthropic', model: 'claude-opus-5-5', prompt: '0123456789ab' } as const;
      await storePastGrades(db.pool, { workspaceId: workspace.id, attemptId: attempt.id }, maker, past);
    },
    async drawForCheck(answerId) {
      // Chance may have drawn others.
      await db.pool.query('delete from grade_checks where answer_id <> $1', [answerId]);
      await db.pool.query(
        `insert into grade_checks (workspace_id, id, answer_id, number, chosen_at)
         select workspace_id, gen_random_uuid(), answer_id, number, at from grades where answer_id = $1 and kind = 'model'
         on conflict do nothing`,
        [answerId],
      );
    },
    async changeDocument(fileId, text) {
      const ctx = await getOperatorContextOfWorkspace({ db }, 'demo');
      if (text === null) await db.pool.query(`update drive_files set state = 'trashed' where id = $1`, [fileId]);
      await storeTextAndQueueQuoteChecks(db.pool, ctx, { id: fileId }, text);
    },
    async createToken(...scopes) {
      const { token } = await issueToken(await getOperatorContextOfWorkspace({ db }, 'demo'), {
        name: 'Browser tests',
        scopes,
      });
      return token;
    },
  };
}
