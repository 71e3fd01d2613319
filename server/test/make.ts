import type { Role, TokenScope } from '@training/shared/permissions';
import type { Context } from '../src/core/context.ts';
import type { Database } from '../src/database/database.ts';
import { createWorkspaceEntityManager } from '../src/core/transaction.ts';
import { AiJobEntity } from '../src/features/ai/jobs/ai-job.entity.ts';
import { ChatConnectionEntity } from '../src/features/notifications/chat/chat-connection.entity.ts';
import { DepartmentEntity } from '../src/features/departments/department.entity.ts';
import { ProviderKeyEntity } from '../src/features/provider-keys/provider-key.entity.ts';
import { issueToken } from '../src/features/tokens/issue-token.ts';
import { UserEntity } from '../src/features/users/user.entity.ts';
import { createEmptyWorkspace } from '../src/features/workspaces/create-workspace.ts';
import { WorkspaceEntity } from '../src/features/workspaces/workspace.entity.ts';
import { newId } from '../src/platform/ids.ts';
import { driveMaker } from './make/drives.ts';
import { learningMaker } from './make/learning.ts';
import { moduleMaker } from './make/modules.ts';
import { underWayMaker } from './make/under-way.ts';

export type TestWorkspace = { id: string; slug: string; name: string };
export type Maker = ReturnType<typeof makerFor>;

let made = 0;

/** Makes rows as a test needs them; what a test does not name is ordinary. */
export function makerFor(db: Database) {
  const em = (workspace: TestWorkspace) => createWorkspaceEntityManager({ db, workspace });
  const contextOf = (workspace: TestWorkspace): Context => ({
    db,
    workspace,
    actor: { kind: 'system', name: 'Test' },
    reach: 'workspace',
    now: new Date(),
    requestId: null,
    ip: null,
  });

  return {
    contextOf,
    ...moduleMaker(db),
    ...learningMaker(db),
    ...driveMaker(db),
    ...underWayMaker(db),

    async workspace(
      changes: Partial<{
        slug: string;
        name: string;
        apiMayAssignSuperAdmin: boolean;
        peopleWithoutEmail: boolean;
        pinSignIn: boolean;
        sharedDevices: boolean;
      }> = {},
    ): Promise<TestWorkspace> {
      const n = ++made;
      const workspace = { id: newId(), slug: `workspace-${n}`, name: `Workspace ${n}`, ...changes };
      const manager = db.em.fork();
      manager.create(WorkspaceEntity, { apiMayAssignSuperAdmin: false, createdAt: new Date(), ...workspace });
      await manager.flush();
      return { id: workspace.id, slug: workspace.slug, name: workspace.name };
    },

    /** As the operator makes one, with its entry in the audit log. */
    createdWorkspace(at = new Date()): Promise<TestWorkspace> {
      const n = ++made;
      const { workspace: _, ...ctx } = contextOf({ id: '', slug: '', name: '' });
      return createEmptyWorkspace({ ...ctx, now: at }, { slug: `created-${n}`, name: `Created ${n}` });
    },

    async department(workspace: TestWorkspace, name = `Department ${++made}`) {
      const manager = em(workspace);
      const department = { workspaceId: workspace.id, id: newId(), name, createdAt: new Date() };
      manager.create(DepartmentEntity, department);
      await manager.flush();
      return department;
    },

    async user(
      workspace: TestWorkspace,
      changes: Partial<{
        email: string;
        externalId: string;
        fullName: string;
        role: Role;
        departmentId: string;
        managerId: string;
        isActive: boolean;
        createdAt: Date;
        updatedAt: Date;
      }> = {},
    ) {
      const n = ++made;
      const now = new Date();
      const user = {
        workspaceId: workspace.id,
        id: newId(),
        email: `person-${n}@example.com`,
        fullName: `Person ${n}`,
        role: 'learner' as Role,
        isActive: true,
        createdAt: now,
        updatedAt: now,
        ...changes,
      };
      const manager = em(workspace);
      manager.create(UserEntity, user);
      await manager.flush();
      return user;
    },

    async userWithoutEmail(
      workspace: TestWorkspace,
      externalId: string,
      changes: Partial<{ fullName: string; role: Role; departmentId: string; isActive: boolean }> = {},
    ) {
      const { email: _, ...user } = await this.user(workspace, { externalId, ...changes });
      await em(workspace).nativeUpdate(UserEntity, { id: user.id }, { email: null });
      return user;
    },

    /** A module that a trainer of the department has submitted, in a course of its own. */
    async moduleInReview(
      workspace: TestWorkspace,
      { departmentId, createdBy }: Partial<{ departmentId: string; createdBy: string }> = {},
    ) {
      const department = departmentId ?? (await this.department(workspace)).id;
      const course = await this.course(workspace, { departmentId: department });
      const module = await this.module(workspace, course.id, { status: 'in_review', ...(createdBy && { createdBy }) });
      return { departmentId: department, course, module, hashes: await this.hashes(module.id) };
    },

    /** A key that nobody can open. */
    async providerKey(workspace: TestWorkspace, createdByName = 'Test') {
      const key = {
        workspaceId: workspace.id,
        id: newId(),
        capability: 'transcription' as const,
        provider: 'deepgram' as const,
        model: 'nova-3',
        resource: null,
        deployment: null,
        taskModels: {},
        keyId: 'none',
        sealed: Buffer.alloc(40, 1),
        version: 1,
        createdAt: new Date(),
        createdByName,
        rotatedAt: null,
        rotatedByName: null,
      };
      const manager = em(workspace);
      manager.create(ProviderKeyEntity, key);
      await manager.flush();
      return key;
    },

    /** Something that somebody was told in the bell, of an event. */
    async notification(workspace: TestWorkspace, recipientId: string, name: string) {
      const notification = { id: newId(), eventId: newId() };
      await db.pool.query(
        `with event as (
           insert into audit_events (workspace_id, id, at, action, actor_kind, actor_name, subject_kind, subject_name)
           values ($1, $3, now(), 'provider_key.failing', 'system', 'Test', 'provider_key', $5)
         )
         insert into notifications (workspace_id, id, event_id, category, kind, channel, recipient_id, because, subject_kind,
           subject_name, state, at, finished_at)
         values ($1, $2, $3, 'provider_keys', 'provider_key.failing', 'inbox', $4, 'super_admin', 'provider_key', $5, 'sent',
           now(), now())`,
        [workspace.id, notification.id, notification.eventId, recipientId, name],
      );
      return notification;
    },

    async chat(workspace: TestWorkspace, name = 'reviews') {
      const chat = {
        workspaceId: workspace.id,
        id: newId(),
        kind: 'slack' as const,
        name,
        host: 'hooks.slack.com',
        keyId: 'none',
        sealed: Buffer.alloc(40, 1),
        version: 1,
        state: 'untested' as const,
        createdAt: new Date(),
        createdByName: 'Test',
        dueAt: new Date(0),
      };
      const manager = em(workspace);
      manager.create(ChatConnectionEntity, chat);
      await manager.flush();
      return chat;
    },

    /** A text that somebody has uploaded, and a job that has been made of it. */
    async aiJob(workspace: TestWorkspace, createdBy: string, title = `Job ${++made}`) {
      const file = { id: newId(), kind: 'text' as const };
      await db.pool.query(
        `with file as (
           insert into ai_files (workspace_id, id, created_by, created_at, state, size, kind, media_type)
           values ($1, $2, $3, now(), 'stored', octet_length($5::bytea), $4, 'text/plain')
           returning workspace_id, id
         ) insert into ai_file_parts (workspace_id, file_id, n, bytes) select workspace_id, id, 0, $5 from file`,
        [workspace.id, file.id, createdBy, file.kind, Buffer.from(title)],
      );
      const job = {
        workspaceId: workspace.id,
        id: newId(),
        feature: 'document_extraction' as const,
        capability: 'generation' as const,
        state: 'parked' as const,
        title,
        createdBy,
        input: { file_id: file.id, name: title },
        fileId: file.id,
        work: {},
        result: null,
        createdAt: new Date(),
      };
      const manager = em(workspace);
      manager.create(AiJobEntity, job);
      await manager.flush();
      return { job, file };
    },

    token(workspace: TestWorkspace, scopes: TokenScope[], name = `Token ${++made}`) {
      return issueToken(contextOf(workspace), { name, scopes });
    },
  };
}
