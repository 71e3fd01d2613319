import { IssuerEntity, SignInDomainEntity } from '../../auth/issuers/issuer.entity.ts';
import { SharedDeviceEntity } from '../../auth/pins/shared-device.entity.ts';
import { ShiftEntity } from '../../features/shifts/shift.entity.ts';
import { SignInCodeEntity, SignInPauseEntity, UserPinEntity } from '../../auth/pins/pin.entity.ts';
import { ChangedTopicEntity } from '../../platform/changed-topic.entity.ts';
import { QueueTurnEntity } from '../../platform/queue/queue-turn.entity.ts';
import {
  AttestedCompletionEntity,
  AttestedEvidenceEntity,
  AttestedFileEntity,
  AttestedFilePartEntity,
} from '../../features/attested/attested-completion.entity.ts';
import { CompletionEvidenceEntity } from '../../features/evidence/completion-evidence.entity.ts';
import { AuditChainEntity } from '../../features/audit/chain/audit-chain.entity.ts';
import {
  DepartmentModuleStatEntity,
  ModuleStatChangeEntity,
  ModuleStatClockEntity,
  ModuleStatEntity,
} from '../../features/analytics/rollups/module-stat.entity.ts';
import { AuditEventEntity, OutgoingEventEntity, EventSequenceEntity } from '../../features/events/event.entity.ts';
import {
  DriveChannelEntity,
  DriveFileToRequestEntity,
  DriveFolderToListEntity,
  ChangeFeedEntity,
  LarkConnectionEntity,
} from '../../features/drive-sync/connection/change-feed.entity.ts';
import {
  DriveAuthorizationEntity,
  DriveConnectionEntity,
  DriveFolderEntity,
} from '../../features/drive-sync/connection/drive-connection.entity.ts';
import {
  DriveTextEntity,
  QuoteCheckEntity,
  SourceDriftEntity,
} from '../../features/source-drift/source-drift.entity.ts';
import { DriveFileEntity, DriveFileChangeEntity } from '../../features/drive-sync/ingest/drive-file.entity.ts';
import {
  DriveCrawlEntity,
  DriveCrawlFolderEntity,
  DriveCrawlMissingEntity,
  DriveCrawlSeenEntity,
} from '../../features/drive-sync/crawl/crawl.entity.ts';
import { WebhookEndpointEntity, WebhookSecretEntity } from '../../features/webhooks/webhook-endpoint.entity.ts';
import {
  WebhookAttemptEntity,
  WebhookDeliveryEntity,
} from '../../features/webhooks/delivery/webhook-delivery.entity.ts';
import { CredentialPauseEntity } from '../../features/ai/gateway/credential-pause.entity.ts';
import { AiJobEntity, AiJobModuleEntity } from '../../features/ai/jobs/ai-job.entity.ts';
import {
  CourseEntity,
  ModuleEntity,
  ModuleSuggestionEntity,
  SectionEntity,
} from '../../features/courses/course.entity.ts';
import {
  ApprovedTranslationEntity,
  ItemTranslationEntity,
  ModuleVariantEntity,
} from '../../features/translations/translation.entity.ts';
import { DepartmentEntity } from '../../features/departments/department.entity.ts';
import {
  AssignmentEntity,
  AssignmentEnrollmentEntity,
  AssignmentRunEntity,
  AssignmentMaintenanceEntity,
} from '../../features/assignments/assignment.entity.ts';
import { PathCompletionEntity } from '../../features/evidence/path-completion.entity.ts';
import { PathAssignmentEntity, PathEntity, PathStepEntity } from '../../features/paths/path.entity.ts';
import { AnswerEntity, AttemptEntity, SeenCardEntity } from '../../features/learning/attempt.entity.ts';
import { EnrollmentEntity } from '../../features/learning/enrollment.entity.ts';
import { ModuleFeedbackEntity } from '../../features/learning/study/module-feedback.entity.ts';
import { ProviderKeyEntity, ProviderKeyHealthEntity } from '../../features/provider-keys/provider-key.entity.ts';
import { EncryptionKeyEntity } from '../../features/secrets/encryption-key.entity.ts';
import { SuggestionKeyEntity } from '../../features/suggestions/intake/suggestion-key.entity.ts';
import { SuggestionEntity } from '../../features/suggestions/suggestion.entity.ts';
import { ApiTokenEntity, ApiTokenUseEntity } from '../../features/tokens/token.entity.ts';
import {
  ScimConnectionEntity,
  ScimGroupEntity,
  ScimGroupMemberEntity,
  ScimPersonEntity,
  ScimRequestEntity,
} from '../../features/scim/scim.entity.ts';
import { UserEntity, UserCountEntity, UserManagerEntity } from '../../features/users/user.entity.ts';
import {
  WorkspaceMoveCallerEntity,
  WorkspaceMoveEntity,
} from '../../features/workspaces/moves/workspace-move.entity.ts';
import { WorkspaceEntity } from '../../features/workspaces/workspace.entity.ts';
import { InvitationEntity } from '../../features/users/invitations/invitation.entity.ts';
import {
  UserSignInEntity,
  IdentityEntity,
  AuthSessionEntity,
  AuthVerificationEntity,
  ServerSecretEntity,
} from '../../auth/sessions/identity.entity.ts';
import { PasskeyEntity, RecoveryCodeEntity } from '../../auth/passkeys/passkey.entity.ts';
import { RateWindowEntity, IdempotencyKeyEntity } from '../../http/rest/idempotency-key.entity.ts';
import { SetUpPutAwayEntity } from '../../features/overview/set-up-put-away.entity.ts';
import { CatalogRevisionEntity } from '../../features/catalog/catalog-revision.entity.ts';
import { SchemaReleaseEntity } from './schema-release.entity.ts';
import { SqlObjectEntity } from './sql-object.entity.ts';
import {
  AiCallEntity,
  AiCallDayEntity,
  AiModuleDayEntity,
  AiBudgetMonthEntity,
  AiReservationEntity,
} from '../../features/ai-usage/ai-call.entity.ts';
import { AiFileEntity, AiFilePartEntity } from '../../features/ai/files/ai-file.entity.ts';
import { GeneratedItemEntity } from '../../features/courses/generation/generated-item.entity.ts';
import {
  ModuleRevisionEntity,
  ModuleContributorEntity,
  SectionProposalEntity,
} from '../../features/courses/modules/module-history.entity.ts';
import {
  ReviewRoundEntity,
  ReviewDecisionEntity,
  ReviewCommentEntity,
  ReviewViewEntity,
} from '../../features/reviews/review.entity.ts';
import { ChatConnectionEntity } from '../../features/notifications/chat/chat-connection.entity.ts';
import {
  MailFailureEntity,
  NotificationSettingsEntity,
  NotificationSwitchEntity,
  NotificationUnsubscribeEntity,
} from '../../features/notifications/notification-settings.entity.ts';
import { ReminderDayEntity } from '../../features/notifications/mail/reminder-day.entity.ts';
import { NotificationEntity } from '../../features/notifications/notification.entity.ts';
import { RecordingEntity, RecordingPartEntity } from '../../features/recordings/recording.entity.ts';
import { SpokenAnswerEntity } from '../../features/recordings/spoken-answer.entity.ts';
import { AppealEntity, GradeEntity } from '../../features/grading/grade.entity.ts';
import { GradeCheckEntity } from '../../features/grading/checks/grade-check.entity.ts';
import { MediaEntity, MediaPieceEntity } from '../../features/media/media.entity.ts';

/** Entities whose rows belong to a workspace. */
export const TENANT_ENTITIES = [
  QueueTurnEntity,
  PathEntity,
  PathStepEntity,
  PathAssignmentEntity,
  PathCompletionEntity,
  DepartmentEntity,
  UserEntity,
  CourseEntity,
  ModuleEntity,
  ModuleSuggestionEntity,
  SectionEntity,
  EnrollmentEntity,
  AssignmentEntity,
  AssignmentEnrollmentEntity,
  AssignmentRunEntity,
  AssignmentMaintenanceEntity,
  SeenCardEntity,
  AttemptEntity,
  AnswerEntity,
  ModuleFeedbackEntity,
  ModuleStatEntity,
  DepartmentModuleStatEntity,
  ModuleStatChangeEntity,
  ModuleStatClockEntity,
  ApiTokenEntity,
  SuggestionEntity,
  SuggestionKeyEntity,
  AuditEventEntity,
  AuditChainEntity,
  CompletionEvidenceEntity,
  AttestedCompletionEntity,
  AttestedEvidenceEntity,
  AttestedFileEntity,
  MediaEntity,
  MediaPieceEntity,
  AttestedFilePartEntity,
  OutgoingEventEntity,
  EventSequenceEntity,
  DriveConnectionEntity,
  DriveAuthorizationEntity,
  DriveFolderEntity,
  ChangeFeedEntity,
  DriveChannelEntity,
  DriveFileToRequestEntity,
  DriveFolderToListEntity,
  DriveFileEntity,
  DriveFileChangeEntity,
  DriveCrawlEntity,
  DriveCrawlFolderEntity,
  DriveTextEntity,
  QuoteCheckEntity,
  SourceDriftEntity,
  DriveCrawlSeenEntity,
  DriveCrawlMissingEntity,
  WebhookEndpointEntity,
  WebhookSecretEntity,
  WebhookDeliveryEntity,
  WebhookAttemptEntity,
  ProviderKeyEntity,
  AiJobEntity,
  AiJobModuleEntity,
  UserCountEntity,
  UserManagerEntity,
  UserSignInEntity,
  UserPinEntity,
  IssuerEntity,
  SignInDomainEntity,
  SignInCodeEntity,
  SharedDeviceEntity,
  ShiftEntity,
  InvitationEntity,
  ApiTokenUseEntity,
  RateWindowEntity,
  IdempotencyKeyEntity,
  CatalogRevisionEntity,
  SetUpPutAwayEntity,
  ProviderKeyHealthEntity,
  AiCallEntity,
  AiCallDayEntity,
  AiModuleDayEntity,
  AiBudgetMonthEntity,
  AiReservationEntity,
  AiFileEntity,
  AiFilePartEntity,
  ModuleRevisionEntity,
  ModuleContributorEntity,
  SectionProposalEntity,
  GeneratedItemEntity,
  ReviewRoundEntity,
  ReviewDecisionEntity,
  ReviewCommentEntity,
  ReviewViewEntity,
  ModuleVariantEntity,
  ItemTranslationEntity,
  ApprovedTranslationEntity,
  RecordingEntity,
  RecordingPartEntity,
  SpokenAnswerEntity,
  GradeEntity,
  AppealEntity,
  GradeCheckEntity,
  NotificationEntity,
  ReminderDayEntity,
  NotificationSwitchEntity,
  NotificationSettingsEntity,
  NotificationUnsubscribeEntity,
  MailFailureEntity,
  ChatConnectionEntity,
  WorkspaceMoveEntity,
  WorkspaceMoveCallerEntity,
  ScimConnectionEntity,
  ScimPersonEntity,
  ScimGroupEntity,
  ScimGroupMemberEntity,
  ScimRequestEntity,
];

/** Entities outside workspaces: the workspaces themselves, sign-in, and data of the installation. */
export const GLOBAL_ENTITIES = [
  WorkspaceEntity,
  EncryptionKeyEntity,
  IdentityEntity,
  AuthSessionEntity,
  AuthVerificationEntity,
  PasskeyEntity,
  RecoveryCodeEntity,
  SignInPauseEntity,
  ServerSecretEntity,
  SchemaReleaseEntity,
  SqlObjectEntity,
  LarkConnectionEntity,
  CredentialPauseEntity,
  ChangedTopicEntity,
];
