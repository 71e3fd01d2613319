import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner, Task, TaskList } from 'graphile-worker';
import type { JobServices, TaskServices } from '../core/context.ts';
import type { DatabasesByKindOfWork } from '../database/database.ts';
import { withDatabasePreparationLock, migrateJobQueue } from '../database/schema/migrate.ts';
import { createEndSessionsTask } from '../auth/sessions/end-sessions-task.ts';
import { deleteExpiredData } from './delete-expired-data.ts';
import { storeAndDeletePendingBlobs } from './store-and-delete-pending-blobs.ts';
import { recordPathCompletionsOfEvents } from '../features/evidence/record-path-completions.ts';
import {
  startAuditChainWorker,
  addMissedEventsToAuditChains,
} from '../features/audit/chain/start-audit-chain-worker.ts';
import { sendAuditCheckpoints } from '../features/audit/chain/send-checkpoints.ts';
import { createAiJobTasks } from '../features/ai/runner/ai-job-tasks.ts';
import { recordMissingEvidenceOfAllWorkspaces } from '../features/evidence/record-missing-evidence-of-many.ts';
import { startEventDispatcher } from '../features/events/start-event-dispatcher.ts';
import type { EventConsumer } from '../features/events/assign-event-sequences.ts';
import { queueQuoteChecksOfPublished } from '../features/source-drift/quote-checks.ts';
import { startQuoteChecker } from '../features/source-drift/start-quote-checker.ts';
import { fanOutToWebhooks } from '../features/webhooks/delivery/fan-out-to-webhooks.ts';
import { startDeliveryWorker } from '../features/webhooks/delivery/start-delivery-worker.ts';
import { startRollupWorker } from '../features/analytics/rollups/start-rollup-worker.ts';
import { recordDueTransitions } from '../features/analytics/rollups/record-due-transitions.ts';
import type { JobResultHandlers } from '../features/ai/runner/job-result-handler.ts';
import { ITEM_REPLACEMENT_HANDLER } from '../features/ai/runner/replace-item.ts';
import { startAiJobRunner } from '../features/ai/runner/start-ai-job-runner.ts';
import { startDriveFileWorker } from '../features/drive-sync/ingest/start-drive-file-worker.ts';
import { DRIVE_SCAN_RESULT_HANDLER } from '../features/suggestions/intake/receive-drive-scan.ts';
import { createScheduledGradingTasks } from '../features/grading/answer/grading-tasks.ts';
import { escalateFailedAnswer, applyDeliveredGrade } from '../features/grading/answer/apply-delivered-grade.ts';
import { receiveTranscript, findRecordingOfAnswer } from '../features/recordings/receive-transcript.ts';
import { ASSIGNMENTS_CRONTAB, createAssignmentTasks } from '../features/assignments/apply-runs.ts';
import { NIGHTLY_TASKS_CRONTAB, runNightlyTasks } from '../features/assignments/run-nightly-tasks.ts';
import { startChangeDetection } from '../features/drive-sync/push/start-change-detection.ts';
import { startMailWorker } from '../features/notifications/mail/start-mail-worker.ts';
import { createReminders, REMINDERS_CRONTAB } from '../features/notifications/mail/create-reminders.ts';
import {
  completeCyclesReinstatedByAssignment,
  COMPLETE_REINSTATED_CRONTAB,
} from '../features/learning/complete-cycle.ts';
import {
  CLEAR_SETTLED_NOTIFICATIONS_CRONTAB,
  clearAllSettledNotifications,
} from '../features/notifications/fan-out/clear-settled.ts';
import {
  NOTIFY_LEARNERS_CRONTAB,
  notifyLearnersAndManagers,
} from '../features/notifications/fan-out/notify-learners.ts';
import { createNotificationsFromEvents } from '../features/notifications/fan-out/fan-out.ts';
import { deliverGeneratedItems } from '../features/courses/generation/deliver-generated-items.ts';
import {
  storeProposedTranslations,
  notifyWatchersOfFailedProposal,
} from '../features/translations/propose-translations.ts';
import { startChatWorker } from '../features/notifications/chat/start-chat-worker.ts';
import { createMailFailingKeyTasks } from '../features/provider-keys/provider-key-tasks.ts';
import { RECHECK_SPENT_KEYS_CRONTAB, createRecheckSpentKeysTasks } from '../features/provider-keys/key-health.ts';
import { createApplyPendingPeopleTask } from '../features/scim/groups/apply-waiting.ts';
import { createSignInNoticeTasks } from '../auth/passkeys/record-passkey-change.ts';
import { removeUnusedMedia } from '../features/media/remove-unused.ts';
import { recheckDomains } from '../features/issuers/recheck-domains.ts';
import { removeEmailsOfFormerMembers } from './remove-emails-of-former-members.ts';
import { createInvitationTasks } from '../features/users/invitations/invitation-tasks.ts';
import { startCrawlWorker } from '../features/drive-sync/crawl/start-crawl-worker.ts';
import { resealFormerFormatSecrets } from '../features/secrets/rewrap-secrets.ts';
import type { StallMonitor } from '../platform/concurrency/event-loop-stalls.ts';
import { runJobInTrace } from '../platform/tracing/spans.ts';
import { notifySuggestionWatchers } from '../features/suggestions/suggestion-event.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

/** Milliseconds until the runner is restarted after a failure. */
const RESTART = 5_000;

/**
 * Lanes of background jobs, each with its own slots, so that no kind waits for another: email to an unresponsive server
 * blocks only its own lane, until its timeouts. Put a new task into the lane of the work it may wait for.
 */
const lanes = (services: TaskServices): Lane[] => [
  // Short work that users wait for. AI jobs have their own slots, see `startAiJobRunner`.
  {
    slots: 1,
    tasks: {
      ...createAiJobTasks(services),
      ...createScheduledGradingTasks(services),
      ...createAssignmentTasks(services),
      ...createEndSessionsTask(services),
      ...createApplyPendingPeopleTask(services),
    },
    crontab: ['* * * * * escalate_stuck_answers', ASSIGNMENTS_CRONTAB].join('\n'),
  },
  {
    slots: 2,
    tasks: {
      ...createMailFailingKeyTasks(services),
      ...createInvitationTasks(services),
      ...createSignInNoticeTasks(services),
      ...createRecheckSpentKeysTasks(services),
    },
    crontab: RECHECK_SPENT_KEYS_CRONTAB,
  },
  {
    slots: 1,
    tasks: {
      remove_expired: () => deleteExpiredData(services.db),
      tidy_stored: () => storeAndDeletePendingBlobs(services, () => services.stopping.aborted),
      remove_media: () => removeUnusedMedia(services, () => services.stopping.aborted),
      recheck_domains: () => recheckDomains(services, () => services.stopping.aborted),
      remove_addresses: () => removeEmailsOfFormerMembers(services, () => services.stopping.aborted),
      reseal_secrets: () => resealFormerFormatSecrets(services, SEALED_COLUMNS),
      send_checkpoints: () => sendAuditCheckpoints(services),
      record_evidence: () => recordMissingEvidenceOfAllWorkspaces(services.db, () => services.stopping.aborted),
      seal_audit_log: async () => void (await addMissedEventsToAuditChains(services)),
      record_due_transitions: () => recordDueTransitions(services.db),
      remind: () => createReminders(services.db, () => services.stopping.aborted),
      clear_settled: () => clearAllSettledNotifications(services.db, () => services.stopping.aborted),
      notify_learners: () => notifyLearnersAndManagers(services.db, new Date(), () => services.stopping.aborted),
      complete_returned: () =>
        completeCyclesReinstatedByAssignment(services.db, new Date(), () => services.stopping.aborted),
      assignment_nights: () => runNightlyTasks(services.db, () => services.stopping.aborted),
    },
    crontab: [
      '17 * * * * remove_expired',
      '*/10 * * * * tidy_stored',
      '22 * * * * remove_addresses',
      '52 * * * * recheck_domains',
      '42 2 * * * remove_media',
      '47 * * * * reseal_secrets',
      '27 1 * * * seal_audit_log',
      '7 1 * * * record_evidence',
      '37 1 * * * send_checkpoints',
      '*/5 * * * * record_due_transitions',
      NIGHTLY_TASKS_CRONTAB,
      CLEAR_SETTLED_NOTIFICATIONS_CRONTAB,
      NOTIFY_LEARNERS_CRONTAB,
      COMPLETE_REINSTATED_CRONTAB,
      REMINDERS_CRONTAB,
    ].join('\n'),
  },
];

/** Handlers of AI results, by target type, for results that don't go to the user who started the job. */
export const AI_JOB_RESULT_HANDLERS: JobResultHandlers = {
  module: { deliver: deliverGeneratedItems },
  variant: { deliver: storeProposedTranslations, fail: notifyWatchersOfFailedProposal },
  answer: {
    file: findRecordingOfAnswer,
    deliver: (em, db, made) =>
      (made.feature === 'speech_to_text' ? receiveTranscript : applyDeliveredGrade)(em, db, made),
    fail: escalateFailedAnswer,
  },
  drive_file: DRIVE_SCAN_RESULT_HANDLER,
  ai_job: ITEM_REPLACEMENT_HANDLER,
};

/** Consumers of events that have a sequence number. */
export const EVENT_CONSUMERS: readonly EventConsumer[] = [
  fanOutToWebhooks,
  createNotificationsFromEvents,
  queueQuoteChecksOfPublished,
  notifySuggestionWatchers,
  recordPathCompletionsOfEvents,
];

/** Starts the background jobs of each database. */
export function startBackgroundJobs(
  pools: Pick<DatabasesByKindOfWork, 'jobs' | 'shards'>,
  services: Omit<JobServices, 'db' | 'everywhere' | 'databaseUrl'>,
): { stop(): Promise<void> } {
  const all = pools.shards.map(({ url, jobs: db }) =>
    startJobs({ ...services, db, everywhere: pools.jobs, databaseUrl: url }),
  );
  return {
    async stop() {
      await Promise.all(all.map((jobs) => jobs.stop()));
    },
  };
}

type Lane = { slots: number; tasks: TaskList; crontab?: string };

/**
 * Starts the background jobs, which are stored in the same database: each job runs once, however many instances there
 * are. No request waits for them, and if the database becomes unavailable, they restart.
 */
function startJobs(services: JobServices): { stop(): Promise<void> } {
  const { log } = services;
  const stopping = new AbortController();
  const all: TaskServices = { ...services, stopping: stopping.signal };
  const sender = startDeliveryWorker(all);
  const loops = [
    startAiJobRunner({ ...all, resultHandlers: AI_JOB_RESULT_HANDLERS }),
    startAuditChainWorker(all),
    startRollupWorker(all),
    startEventDispatcher({ ...all, consumers: EVENT_CONSUMERS, dispatched: () => sender.wake() }),
    sender,
    startMailWorker(all),
    startChatWorker(all),
    startDriveFileWorker(all),
    startCrawlWorker(all),
    startQuoteChecker(all),
    startChangeDetection(all),
  ];
  const runners: Runner[] = [];
  const going = keepGoing();

  const stopRunners = () =>
    // Stopping a runner rejects if it is already stopping because the database is unavailable.
    Promise.all(runners.map((runner) => runner.stop().catch(() => undefined)));

  async function keepGoing(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        await startRunners(all, runners);
        if (stopping.signal.aborted) await stopRunners();
        await Promise.race(runners.map(({ promise }) => promise));
      } catch (error) {
        log.warn({ err: error }, 'The job runner stopped; it starts again');
      }
      await stopRunners();
      runners.length = 0;
      await sleep(RESTART, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  return {
    async stop() {
      stopping.abort();
      await Promise.all([...loops.map((loop) => loop.stop()), stopRunners(), going]);
    },
  };
}

/** Wraps tasks so that a report of an event loop stall can name those that ran. */
function named(tasks: TaskList, stalls: StallMonitor): TaskList {
  const all = Object.entries(tasks).flatMap(([name, task]) => {
    if (!task) return [];
    const watched: Task = async (...given) => {
      const ended = stalls.begin(`job ${name}`);
      try {
        return await runJobInTrace(`job ${name}`, async () => task(...given));
      } finally {
        ended();
      }
    };
    return [[name, watched] as const];
  });
  return Object.fromEntries(all);
}

/** Starts a runner for each lane. The runner is loaded only after the server listens, because no request needs it. */
async function startRunners(services: TaskServices, runners: Runner[]): Promise<void> {
  const { db, databaseUrl, log, stalls } = services;
  const { Logger, run } = await import('graphile-worker');
  const logger = new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ worker: message }, 'The job runner says');
  });
  // A newer version of the runner may need a newer schema than the one at the server's start.
  await withDatabasePreparationLock(databaseUrl, () => migrateJobQueue(db.pool));
  for (const { slots, tasks, crontab = '' } of lanes(services)) {
    const runner = await run({
      pgPool: db.pool,
      logger,
      concurrency: slots,
      noHandleSignals: true,
      // Batching with a delay of 0 is needed for error handling. Without batching, if the database is unavailable when
      // a job ends, the runner's write is an unhandled rejection, which would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      crontab,
      taskList: named(tasks, stalls),
    });
    // Marks the promise as handled, because it may reject before it is awaited.
    runner.promise.catch(() => undefined);
    runners.push(runner);
  }
}
