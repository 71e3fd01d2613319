import {
  AddComment,
  ApproveSection,
  ClaimReview,
  ListReviews,
  ModuleState,
  ModuleRefWithReason,
  ModuleRef,
  NextReview,
  QuerySection,
  ReassignReview,
  RejectModule,
  ResolveOrReopenComment,
  ReviewComment,
  ReviewComparisonVersions,
  EligibleReviewers,
  ReviewQueue,
  WithdrawModule,
} from '@training/shared/reviews/reviews';
import {
  ListRevisions,
  RevisionRef,
  RestoredRevision,
  RestoreRevision,
  RevisionContent,
  RevisionPage,
} from '@training/shared/reviews/revisions';
import { WORKFLOW_TRANSITIONS } from '@training/shared/reviews/workflow';
import { permittedProcedure, router } from '../../http/procedures.ts';
import { toPreparedOutputSchema } from '../../platform/prepared-json.ts';
import { approveSection, sendSectionBack, rejectSubmittedModule } from './decide/decide-section.ts';
import { archiveModule, restoreArchivedModule, unpublishModule } from './change-visibility.ts';
import { claimReview, releaseReview } from './queue/claim-review.ts';
import { addComment, setCommentResolved } from './comments.ts';
import { listReviews } from './queue/list-reviews.ts';
import { readReviewComparison } from './compare-review.ts';
import { findNextReview } from './queue/next-review.ts';
import { listEligibleReviewers, reassignReview } from './queue/reassign-review.ts';
import { listRevisions } from './list-revisions.ts';
import { readRevision } from './read-revision.ts';
import { restoreRevision } from './restore-revision.ts';
import { openWorkingCopyOfModule, resubmitModule, submitModule, withdrawModule } from './submit-module.ts';

/** The approval workflow (rules/review 3 to 12). Each transition returns the module's new state. */
export const reviewsRouter = router({
  submit: permittedProcedure(WORKFLOW_TRANSITIONS.submit.permission)
    .input(ModuleRef)
    .output(ModuleState)
    .mutation(({ ctx, input }) => submitModule(ctx, input)),
  resubmit: permittedProcedure(WORKFLOW_TRANSITIONS.resubmit.permission)
    .input(ModuleRef)
    .output(ModuleState)
    .mutation(({ ctx, input }) => resubmitModule(ctx, input)),
  revise: permittedProcedure(WORKFLOW_TRANSITIONS.revise.permission)
    .input(ModuleRef)
    .output(ModuleState)
    .mutation(({ ctx, input }) => openWorkingCopyOfModule(ctx, input)),
  withdraw: permittedProcedure(WORKFLOW_TRANSITIONS.withdraw.permission)
    .input(WithdrawModule)
    .output(ModuleState)
    .mutation(({ ctx, input }) => withdrawModule(ctx, input)),
  queue: permittedProcedure('review_queue:read')
    .input(ListReviews)
    .output(toPreparedOutputSchema(ReviewQueue))
    .query(({ ctx, input }) => listReviews(ctx, input)),
  /** The next module, for reviewers who work through the queue. */
  next: permittedProcedure(WORKFLOW_TRANSITIONS.approve.permission)
    .input(ModuleRef)
    .output(toPreparedOutputSchema(NextReview))
    .query(({ ctx, input }) => findNextReview(ctx, input)),
  /** Versions to compare the submitted content with; `modules.get` has the content itself. */
  compare: permittedProcedure('drafts:read')
    .input(ModuleRef)
    .output(toPreparedOutputSchema(ReviewComparisonVersions))
    .query(({ ctx, input }) => readReviewComparison(ctx, input)),
  /** Published revisions, the newest first. */
  revisions: permittedProcedure('drafts:read')
    .input(ListRevisions)
    .output(toPreparedOutputSchema(RevisionPage))
    .query(({ ctx, input }) => listRevisions(ctx, input)),
  /** The content of a revision, to compare it. */
  revision: permittedProcedure('drafts:read')
    .input(RevisionRef)
    .output(toPreparedOutputSchema(RevisionContent))
    .query(({ ctx, input }) => readRevision(ctx, input)),
  restoreRevision: permittedProcedure(WORKFLOW_TRANSITIONS.restore_revision.permission)
    .input(RestoreRevision)
    .output(RestoredRevision)
    .mutation(({ ctx, input }) => restoreRevision(ctx, input)),
  claim: permittedProcedure(WORKFLOW_TRANSITIONS.claim.permission)
    .input(ClaimReview)
    .output(ModuleState)
    .mutation(({ ctx, input }) => claimReview(ctx, input)),
  /** Reviewers that it can be reassigned to. */
  reviewers: permittedProcedure(WORKFLOW_TRANSITIONS.reassign.permission)
    .input(ModuleRef)
    .output(EligibleReviewers)
    .query(({ ctx, input }) => listEligibleReviewers(ctx, input)),
  reassign: permittedProcedure(WORKFLOW_TRANSITIONS.reassign.permission)
    .input(ReassignReview)
    .output(ModuleState)
    .mutation(({ ctx, input }) => reassignReview(ctx, input)),
  release: permittedProcedure(WORKFLOW_TRANSITIONS.release.permission)
    .input(ModuleRef)
    .output(ModuleState)
    .mutation(({ ctx, input }) => releaseReview(ctx, input)),
  approve: permittedProcedure(WORKFLOW_TRANSITIONS.approve.permission)
    .input(ApproveSection)
    .output(ModuleState)
    .mutation(({ ctx, input }) => approveSection(ctx, input)),
  query: permittedProcedure(WORKFLOW_TRANSITIONS.query.permission)
    .input(QuerySection)
    .output(ModuleState)
    .mutation(({ ctx, input }) => sendSectionBack(ctx, input)),
  reject: permittedProcedure(WORKFLOW_TRANSITIONS.reject.permission)
    .input(RejectModule)
    .output(ModuleState)
    .mutation(({ ctx, input }) => rejectSubmittedModule(ctx, input)),
  /** Comments by the department's trainers and by reviewers. */
  comment: permittedProcedure('reviews:comment')
    .input(AddComment)
    .output(ReviewComment)
    .mutation(({ ctx, input }) => addComment(ctx, input)),
  resolveComment: permittedProcedure('reviews:comment')
    .input(ResolveOrReopenComment)
    .output(ReviewComment)
    .mutation(({ ctx, input }) => setCommentResolved(ctx, input)),
  unpublish: permittedProcedure(WORKFLOW_TRANSITIONS.unpublish.permission)
    .input(ModuleRefWithReason)
    .output(ModuleState)
    .mutation(({ ctx, input }) => unpublishModule(ctx, input)),
  archive: permittedProcedure(WORKFLOW_TRANSITIONS.archive.permission)
    .input(ModuleRefWithReason)
    .output(ModuleState)
    .mutation(({ ctx, input }) => archiveModule(ctx, input)),
  restore: permittedProcedure(WORKFLOW_TRANSITIONS.restore.permission)
    .input(ModuleRefWithReason)
    .output(ModuleState)
    .mutation(({ ctx, input }) => restoreArchivedModule(ctx, input)),
});
