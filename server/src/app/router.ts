import { aiJobsRouter } from '../features/ai/jobs/ai-jobs.router.ts';
import { analyticsRouter } from '../features/analytics/analytics.router.ts';
import { assignmentsRouter } from '../features/assignments/assignments.router.ts';
import { mediaRouter } from '../features/media/media.router.ts';
import { picturesRouter } from '../features/pictures/pictures.router.ts';
import { attestedRouter } from '../features/attested/attested.router.ts';
import { auditRouter } from '../features/audit/audit.router.ts';
import { catalogRouter } from '../features/catalog/catalog.router.ts';
import { chatRouter } from '../features/notifications/chat/chat.router.ts';
import { coursesRouter } from '../features/courses/courses.router.ts';
import { driftRouter } from '../features/source-drift/drift.router.ts';
import { departmentsRouter } from '../features/departments/departments.router.ts';
import { drivesRouter } from '../features/drives/drives.router.ts';
import { gradingRouter } from '../features/grading/grading.router.ts';
import { intakeRouter } from '../features/suggestions/intake/intake.router.ts';
import { itemImportsRouter } from '../features/courses/import/imports.router.ts';
import { learningRouter } from '../features/learning/learning.router.ts';
import { modulesRouter } from '../features/courses/modules.router.ts';
import { notificationsRouter } from '../features/notifications/notifications.router.ts';
import { overviewRouter } from '../features/overview/overview.router.ts';
import { providerKeysRouter } from '../features/provider-keys/provider-keys.router.ts';
import { translationsRouter } from '../features/translations/translations.router.ts';
import { reviewsRouter } from '../features/reviews/reviews.router.ts';
import { contentExchangeRouter } from '../features/scorm/content-exchange.router.ts';
import { scormRouter } from '../features/scorm/scorm.router.ts';
import { scimRouter } from '../features/scim/scim.router.ts';
import { pathsRouter } from '../features/paths/paths.router.ts';
import { searchRouter } from '../features/search/search.router.ts';
import { issuersRouter } from '../features/issuers/issuers.router.ts';
import { passkeysRouter } from '../http/passkeys.router.ts';
import { pinsRouter } from '../http/pins.router.ts';
import { shiftsRouter } from '../features/shifts/shifts.router.ts';
import { sharedDevicesRouter } from '../http/shared-devices.router.ts';
import { sessionsRouter } from '../http/sessions.router.ts';
import { suggestionsRouter } from '../features/suggestions/suggestions.router.ts';
import { teamRouter } from '../features/team/team.router.ts';
import { tokensRouter } from '../features/tokens/tokens.router.ts';
import { usersRouter } from '../features/users/users.router.ts';
import { webhooksRouter } from '../features/webhooks/endpoints/webhooks.router.ts';
import { workspacesRouter } from '../features/workspaces/workspaces.router.ts';
import { liveUpdatesRouter } from '../http/streams/live-updates.router.ts';
import { router } from '../http/procedures.ts';

/** All procedures of the server, one router per feature. */
export const appRouter = router({
  session: sessionsRouter,
  passkeys: passkeysRouter,
  pins: pinsRouter,
  issuers: issuersRouter,
  sharedDevices: sharedDevicesRouter,
  shifts: shiftsRouter,
  workspace: workspacesRouter,
  users: usersRouter,
  attested: attestedRouter,
  media: mediaRouter,
  pictures: picturesRouter,
  departments: departmentsRouter,
  catalog: catalogRouter,
  courses: coursesRouter,
  modules: modulesRouter,
  imports: itemImportsRouter,
  scorm: scormRouter,
  content: contentExchangeRouter,
  reviews: reviewsRouter,
  translations: translationsRouter,
  learning: learningRouter,
  assignments: assignmentsRouter,
  paths: pathsRouter,
  team: teamRouter,
  analytics: analyticsRouter,
  intake: intakeRouter,
  suggestions: suggestionsRouter,
  sourceDrift: driftRouter,
  grading: gradingRouter,
  notifications: notificationsRouter,
  providerKeys: providerKeysRouter,
  ai: aiJobsRouter,
  chat: chatRouter,
  tokens: tokensRouter,
  scim: scimRouter,
  webhooks: webhooksRouter,
  drives: drivesRouter,
  audit: auditRouter,
  overview: overviewRouter,
  search: searchRouter,
  live: liveUpdatesRouter,
});

export type AppRouter = typeof appRouter;
