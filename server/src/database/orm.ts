import {
  Configuration,
  MikroORM,
  EntityManager,
  PostgreSqlDriver,
  type Options,
  type TransactionOptions,
} from '@mikro-orm/postgresql';
import type pg from 'pg';
import { Migrator } from '@mikro-orm/migrations';
import { ormDialect } from './dialect.ts';
import { GLOBAL_ENTITIES, TENANT_ENTITIES } from './entities.ts';
import { holdingConnection } from './held-connection.ts';
import { Foundation } from './migrations/20261121-foundation.ts';
import { Identities } from './migrations/20261121-identities.ts';
import { ProviderKeys } from './migrations/20261121-provider-keys.ts';
import { Reviews } from './migrations/20261122-reviews.ts';
import { Settings } from './migrations/20261122-settings.ts';
import { Outcomes } from './migrations/20261123-outcomes.ts';
import { SentBack } from './migrations/20261123-sent-back.ts';
import { Overview } from './migrations/20261219-overview.ts';
import { Versions } from './migrations/20261123-versions.ts';
import { Decisions } from './migrations/20261124-decisions.ts';
import { AiDestinations } from './migrations/20261124-ai-destinations.ts';
import { Events } from './migrations/20261124-events.ts';
import { SealedSecrets } from './migrations/20261124-sealed-secrets.ts';
import { NearDuplicates } from './migrations/20261125-near-duplicates.ts';
import { HotWrites } from './migrations/20261126-hot-writes.ts';
import { AiTurns } from './migrations/20261127-ai-turns.ts';
import { BoundSecrets } from './migrations/20261127-bound-secrets.ts';
import { AiBudgets } from './migrations/20261128-ai-budgets.ts';
import { ClaimPlans } from './migrations/20261129-claim-plans.ts';
import { FileParts } from './migrations/20261128-file-parts.ts';
import { HeldPeople } from './migrations/20261129-held-people.ts';
import { Behind } from './migrations/20261204-behind.ts';
import { PassingAttempts } from './migrations/20261205-passing-attempts.ts';
import { Renewals } from './migrations/20261205-renewals.ts';
import { ChatChannel } from './migrations/20261209-chat-channel.ts';
import { Notifications } from './migrations/20261208-notifications.ts';
import { Reminders } from './migrations/20261209-reminders.ts';
import { WebhookCounts } from './migrations/20261212-webhook-counts.ts';
import { Drives } from './migrations/20261213-drives.ts';
import { AuditFolds } from './migrations/20261218-audit-folds.ts';
import { SourceDrift } from './migrations/20261214-source-drift.ts';
import { DrivePages } from './migrations/20261220-drive-pages.ts';
import { AiJobsNamed } from './migrations/20261216-ai-jobs-named.ts';
import { SectionWriters } from './migrations/20261221-section-writers.ts';
import { DrivePlans } from './migrations/20261222-drive-plans.ts';
import { Validity } from './migrations/20261223-validity.ts';
import { ItemResults } from './migrations/20261224-item-results.ts';
import { DriveFileList } from './migrations/20261225-drive-file-list.ts';
import { CredentialPauses } from './migrations/20261226-credential-pauses.ts';
import { TokenUseStatus } from './migrations/20261227-token-use-status.ts';
import { DocumentsOfGenerations } from './migrations/20261228-documents-of-generations.ts';
import { ReckonedCalls } from './migrations/20261229-reckoned-calls.ts';
import { AiOrigins } from './migrations/20261230-ai-origins.ts';
import { Medians } from './migrations/20261231-medians.ts';
import { GradingTrust } from './migrations/20270101-grading-trust.ts';
import { OthersOfItems } from './migrations/20270102-others-of-items.ts';
import { ItemLevels } from './migrations/20270103-item-levels.ts';
import { WhoEdited } from './migrations/20270104-who-edited.ts';
import { CompletionEvidence } from './migrations/20261124-completion-evidence.ts';
import { KeptEvidence } from './migrations/20261124-kept-evidence.ts';
import { KnownTimeZones } from './migrations/20261124-known-time-zones.ts';
import { DriveFaults } from './migrations/20261124-drive-faults.ts';
import { AssignedLately } from './migrations/20261211-assigned-lately.ts';
import { AttemptSettings } from './migrations/20261124-attempt-settings.ts';
import { LateRenewals } from './migrations/20261124-late-renewals.ts';
import { CorrectedAnswers } from './migrations/20261124-corrected-answers.ts';
import { LearnerNews } from './migrations/20261210-learner-news.ts';
import { CountedLists } from './migrations/20261206-counted-lists.ts';
import { Webhooks } from './migrations/20261207-webhooks.ts';
import { MailIds } from './migrations/20261124-mail-ids.ts';
import { WebhookTurns } from './migrations/20261124-webhook-turns.ts';
import { WebhookClaims } from './migrations/20261209-webhook-claims.ts';
import { AuditChain } from './migrations/20261203-audit-chain.ts';
import { AssignmentChanges } from './migrations/20261201-assignment-changes.ts';
import { AssignmentNights } from './migrations/20261201-assignment-nights.ts';
import { AssignmentPlans } from './migrations/20261201-assignment-plans.ts';
import { Learning } from './migrations/20261130-learning.ts';
import { SuggestionChecks } from './migrations/20261130-suggestion-checks.ts';
import { SpokenAnswers } from './migrations/20261202-spoken-answers.ts';
import { WaitedForJobs } from './migrations/20261130-waited-for-jobs.ts';
import { Studying } from './migrations/20261130-studying.ts';
import { ModuleFeedback } from './migrations/20261201-module-feedback.ts';
import { Rollups } from './migrations/20261201-rollups.ts';
import { RollupsOfBatches } from './migrations/20261202-rollups-of-batches.ts';
import { UserCountsKey } from './migrations/20261124-user-counts-key.ts';
import { WorkspaceSettings } from './migrations/20261125-workspace-settings.ts';
import { People } from './migrations/20261215-people.ts';
import { ProposalAuthors } from './migrations/20261128-proposal-authors.ts';

/** Migrations in the order in which they run. Their names are stored in the database. */
export const MIGRATIONS = [
  { name: '20261121-foundation', class: Foundation },
  { name: '20261121-identities', class: Identities },
  { name: '20261121-provider-keys', class: ProviderKeys },
  { name: '20261122-reviews', class: Reviews },
  { name: '20261122-settings', class: Settings },
  { name: '20261123-versions', class: Versions },
  { name: '20261123-outcomes', class: Outcomes },
  { name: '20261123-sent-back', class: SentBack },
  { name: '20261124-events', class: Events },
  { name: '20261124-user-counts-key', class: UserCountsKey },
  { name: '20261124-sealed-secrets', class: SealedSecrets },
  { name: '20261124-decisions', class: Decisions },
  { name: '20261125-workspace-settings', class: WorkspaceSettings },
  { name: '20261124-ai-destinations', class: AiDestinations },
  { name: '20261125-near-duplicates', class: NearDuplicates },
  { name: '20261126-hot-writes', class: HotWrites },
  { name: '20261127-ai-turns', class: AiTurns },
  { name: '20261127-bound-secrets', class: BoundSecrets },
  { name: '20261128-proposal-authors', class: ProposalAuthors },
  { name: '20261128-ai-budgets', class: AiBudgets },
  { name: '20261128-file-parts', class: FileParts },
  { name: '20261129-claim-plans', class: ClaimPlans },
  { name: '20261129-held-people', class: HeldPeople },
  { name: '20261130-learning', class: Learning },
  { name: '20261130-suggestion-checks', class: SuggestionChecks },
  { name: '20261203-audit-chain', class: AuditChain },
  { name: '20261130-waited-for-jobs', class: WaitedForJobs },
  { name: '20261130-studying', class: Studying },
  { name: '20261201-module-feedback', class: ModuleFeedback },
  { name: '20261201-rollups', class: Rollups },
  { name: '20261201-assignment-plans', class: AssignmentPlans },
  { name: '20261201-assignment-changes', class: AssignmentChanges },
  { name: '20261201-assignment-nights', class: AssignmentNights },
  { name: '20261202-rollups-of-batches', class: RollupsOfBatches },
  { name: '20261202-spoken-answers', class: SpokenAnswers },
  { name: '20261204-behind', class: Behind },
  { name: '20261205-passing-attempts', class: PassingAttempts },
  { name: '20261205-renewals', class: Renewals },
  { name: '20261206-counted-lists', class: CountedLists },
  { name: '20261207-webhooks', class: Webhooks },
  { name: '20261208-notifications', class: Notifications },
  { name: '20261209-reminders', class: Reminders },
  { name: '20261209-webhook-claims', class: WebhookClaims },
  { name: '20261209-chat-channel', class: ChatChannel },
  { name: '20261210-learner-news', class: LearnerNews },
  { name: '20261212-webhook-counts', class: WebhookCounts },
  { name: '20261211-assigned-lately', class: AssignedLately },
  { name: '20261213-drives', class: Drives },
  { name: '20261214-source-drift', class: SourceDrift },
  { name: '20261215-people', class: People },
  { name: '20261216-ai-jobs-named', class: AiJobsNamed },
  { name: '20261218-audit-folds', class: AuditFolds },
  { name: '20261219-overview', class: Overview },
  { name: '20261220-drive-pages', class: DrivePages },
  { name: '20261221-section-writers', class: SectionWriters },
  { name: '20261222-drive-plans', class: DrivePlans },
  { name: '20261223-validity', class: Validity },
  { name: '20261224-item-results', class: ItemResults },
  { name: '20261225-drive-file-list', class: DriveFileList },
  { name: '20261226-credential-pauses', class: CredentialPauses },
  { name: '20261227-token-use-status', class: TokenUseStatus },
  { name: '20261228-documents-of-generations', class: DocumentsOfGenerations },
  { name: '20261229-reckoned-calls', class: ReckonedCalls },
  { name: '20261230-ai-origins', class: AiOrigins },
  { name: '20261231-medians', class: Medians },
  { name: '20270101-grading-trust', class: GradingTrust },
  { name: '20270102-others-of-items', class: OthersOfItems },
  { name: '20270103-item-levels', class: ItemLevels },
  { name: '20270104-who-edited', class: WhoEdited },
  { name: '20261124-kept-evidence', class: KeptEvidence },
  { name: '20261124-known-time-zones', class: KnownTimeZones },
  { name: '20261124-late-renewals', class: LateRenewals },
  { name: '20261124-corrected-answers', class: CorrectedAnswers },
  { name: '20261124-completion-evidence', class: CompletionEvidence },
  { name: '20261124-attempt-settings', class: AttemptSettings },
  { name: '20261124-webhook-turns', class: WebhookTurns },
  { name: '20261124-mail-ids', class: MailIds },
  { name: '20261124-drive-faults', class: DriveFaults },
];

/** Entity manager that marks its transactions as holding a connection. */
class HoldingEntityManager extends EntityManager {
  override transactional<T>(work: (em: this) => T | Promise<T>, options?: TransactionOptions): Promise<T> {
    return super.transactional((em) => holdingConnection(async () => work(em)), options);
  }
}

function ormOptions(pool: pg.Pool): Options {
  return {
    entityManager: HoldingEntityManager,
    dbName: 'postgres',
    driverOptions: ormDialect(pool),
    entities: [...GLOBAL_ENTITIES, ...TENANT_ENTITIES],
    extensions: [Migrator],
    migrations: {
      migrationsList: MIGRATIONS,
      tableName: 'migrations',
      snapshot: false,
      transactional: true,
      allOrNothing: true,
    },
    // Foreign keys are composite and start with the workspace; the migrations create them.
    schemaGenerator: { createForeignKeyConstraints: false },
    // Enabled by default, and fails without a workspace, so no entity query can forget it.
    filters: {
      workspace: {
        cond: ({ workspaceId }: { workspaceId: string }) => ({ workspaceId }),
        entity: TENANT_ENTITIES.map((entity) => entity.meta.className),
        default: true,
      },
    },
    forceUtcTimezone: true,
    debug: false,
    logger: () => undefined,
  };
}

export function createOrm(pool: pg.Pool): Promise<MikroORM> {
  return MikroORM.init(ormOptions(pool));
}

/** Creates an entity manager on another pool without discovering the entities again. */
export function entityManagerOn(orm: MikroORM, pool: pg.Pool): Pick<EntityManager, 'fork'> {
  const driver = new Configuration<PostgreSqlDriver>({ driver: PostgreSqlDriver, ...ormOptions(pool) }).getDriver();
  driver.setMetadata(orm.getMetadata());
  return driver.createEntityManager();
}
