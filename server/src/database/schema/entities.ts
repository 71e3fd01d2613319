import { EntitySchema } from '@mikro-orm/postgresql';
import * as aiCall from '../../features/ai-usage/ai-call.entity.ts';
import * as aiFile from '../../features/ai/files/ai-file.entity.ts';
import * as aiJob from '../../features/ai/jobs/ai-job.entity.ts';
import * as assignment from '../../features/assignments/assignment.entity.ts';
import * as attempt from '../../features/learning/attempt.entity.ts';
import * as seenCard from '../../features/learning/seen-card.entity.ts';
import * as attestedCompletion from '../../features/attested/attested-completion.entity.ts';
import * as auditChain from '../../features/audit/chain/audit-chain.entity.ts';
import * as catalogRevision from '../../features/catalog/catalog-revision.entity.ts';
import * as changeFeed from '../../features/drive-sync/connection/change-feed.entity.ts';
import * as changedTopic from '../../platform/changed-topic.entity.ts';
import * as chatConnection from '../../features/notifications/chat/chat-connection.entity.ts';
import * as completionEvidence from '../../features/evidence/completion-evidence.entity.ts';
import * as course from '../../features/courses/course.entity.ts';
import * as crawl from '../../features/drive-sync/crawl/crawl.entity.ts';
import * as credentialPause from '../../features/ai/gateway/credential-pause.entity.ts';
import * as department from '../../features/departments/department.entity.ts';
import * as driveConnection from '../../features/drive-sync/connection/drive-connection.entity.ts';
import * as driveFile from '../../features/drive-sync/ingest/drive-file.entity.ts';
import * as encryptionKey from '../../features/secrets/encryption-key.entity.ts';
import * as enrollment from '../../features/learning/enrollment.entity.ts';
import * as event from '../../features/events/event.entity.ts';
import * as generatedItem from '../../features/courses/generation/generated-item.entity.ts';
import * as grade from '../../features/grading/grade.entity.ts';
import * as gradeCheck from '../../features/grading/checks/grade-check.entity.ts';
import * as idempotencyKey from '../../http/rest/idempotency-key.entity.ts';
import * as identity from '../../auth/sessions/identity.entity.ts';
import * as invitation from '../../features/users/invitations/invitation.entity.ts';
import * as issuer from '../../auth/issuers/issuer.entity.ts';
import * as media from '../../features/media/media.entity.ts';
import * as moduleFeedback from '../../features/learning/study/module-feedback.entity.ts';
import * as moduleHistory from '../../features/courses/modules/module-history.entity.ts';
import * as moduleStat from '../../features/analytics/rollups/module-stat.entity.ts';
import * as notification from '../../features/notifications/notification.entity.ts';
import * as notificationSettings from '../../features/notifications/notification-settings.entity.ts';
import * as passkey from '../../auth/passkeys/passkey.entity.ts';
import * as path from '../../features/paths/path.entity.ts';
import * as pathCompletion from '../../features/evidence/path-completion.entity.ts';
import * as pin from '../../auth/pins/pin.entity.ts';
import * as providerKey from '../../features/provider-keys/provider-key.entity.ts';
import * as queueTurn from '../../platform/queue/queue-turn.entity.ts';
import * as recording from '../../features/recordings/recording.entity.ts';
import * as reminderDay from '../../features/notifications/mail/reminder-day.entity.ts';
import * as review from '../../features/reviews/review.entity.ts';
import * as schemaRelease from './schema-release.entity.ts';
import * as scim from '../../features/scim/scim.entity.ts';
import * as setUpPutAway from '../../features/overview/hidden-set-up-list.entity.ts';
import * as sharedDevice from '../../auth/pins/shared-device.entity.ts';
import * as shift from '../../features/shifts/shift.entity.ts';
import * as sourceDrift from '../../features/source-drift/source-drift.entity.ts';
import * as spokenAnswer from '../../features/recordings/spoken-answer.entity.ts';
import * as sqlObject from './sql-object.entity.ts';
import * as suggestion from '../../features/suggestions/suggestion.entity.ts';
import * as suggestionKey from '../../features/suggestions/intake/suggestion-key.entity.ts';
import * as token from '../../features/tokens/token.entity.ts';
import * as translation from '../../features/translations/translation.entity.ts';
import * as user from '../../features/users/user.entity.ts';
import * as webhookDelivery from '../../features/webhooks/delivery/webhook-delivery.entity.ts';
import * as webhookEndpoint from '../../features/webhooks/webhook-endpoint.entity.ts';
import * as workspace from '../../features/workspaces/workspace.entity.ts';
import * as workspaceMove from '../../features/workspaces/moves/workspace-move.entity.ts';

const FILES = [
  aiCall,
  aiFile,
  aiJob,
  assignment,
  attempt,
  seenCard,
  attestedCompletion,
  auditChain,
  catalogRevision,
  changeFeed,
  changedTopic,
  chatConnection,
  completionEvidence,
  course,
  crawl,
  credentialPause,
  department,
  driveConnection,
  driveFile,
  encryptionKey,
  enrollment,
  event,
  generatedItem,
  grade,
  gradeCheck,
  idempotencyKey,
  identity,
  invitation,
  issuer,
  media,
  moduleFeedback,
  moduleHistory,
  moduleStat,
  notification,
  notificationSettings,
  passkey,
  path,
  pathCompletion,
  pin,
  providerKey,
  queueTurn,
  recording,
  reminderDay,
  review,
  schemaRelease,
  scim,
  setUpPutAway,
  sharedDevice,
  shift,
  sourceDrift,
  spokenAnswer,
  sqlObject,
  suggestion,
  suggestionKey,
  token,
  translation,
  user,
  webhookDelivery,
  webhookEndpoint,
  workspace,
  workspaceMove,
];

const ALL = FILES.flatMap((file) => Object.values<unknown>(file).filter((each) => each instanceof EntitySchema));
const isTenant = ({ meta }: EntitySchema) => 'workspaceId' in meta.properties;

/** Entities whose rows belong to a workspace. */
export const TENANT_ENTITIES = ALL.filter(isTenant);

/** Entities outside workspaces: the workspaces themselves, sign-in, and data of the installation. */
export const GLOBAL_ENTITIES = ALL.filter((entity) => !isTenant(entity));
