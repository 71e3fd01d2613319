import {
  AddComment,
  ApproveSection,
  ClaimReview,
  ListReviews,
  ModuleState,
  ModuleWithReason,
  ModuleRef,
  NextReview,
  QuerySection,
  ReassignReview,
  RejectModule,
  ResolveComment,
  ReviewComment,
  ReviewComparison,
  Reviewers,
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
import { WORKFLOW } from '@training/shared/reviews/workflow';
import { can, router } from '../../http/procedures.ts';
import { preparedOutput } from '../../platform/prepared-json.ts';
import { approveSection, querySection, rejectModule } from './decide/decide-section.ts';
import { archiveModule, restoreModule, unpublishModule } from './change-visibility.ts';
import { claimReview, releaseReview } from './queue/claim-review.ts';
import { addComment, resolveComment } from './comments.ts';
import { listReviews } from './queue/list-reviews.ts';
import { compareReview } from './compare-review.ts';
import { nextReview } from './queue/next-review.ts';
import { listReviewers, reassignReview } from './queue/reassign-review.ts';
import { listRevisions } from './list-revisions.ts';
import { readRevision } from './read-revision.ts';
import { restoreRevision } from './restore-revision.ts';
import { reviseModule, resubmitModule, submitModule, withdrawModule } from './submit-module.ts';

/** The approval workflow (rules/review 3 to 12). Each transition returns the module's new state. */
export const reviewsRouter = router({
  submit: can(WORKFLOW.submit.permission)
    .input(ModuleRef)
    .output(ModuleState)
    .mutation(({ ctx, input }) => submitModule(ctx, input)),
  resubmit: can(WORKFLOW.resubmit.permission)
    .input(ModuleRef)
    .output(ModuleState)
    .mutation(({ ctx, input }) => resubmitModule(ctx, input)),
  revise: can(WORKFLOW.revise.permission)
    .input(ModuleRef)
    .output(ModuleState)
    .mutation(({ ctx, input }) => reviseModule(ctx, input)),
  withdraw: can(WORKFLOW.withdraw.permission)
    .input(WithdrawModule)
    .output(ModuleState)
    .mutation(({ ctx, input }) => withdrawModule(ctx, input)),
  queue: can('review_queue:read')
    .input(ListReviews)
    .output(preparedOutput(ReviewQueue))
    .query(({ ctx, input }) => listReviews(ctx, input)),
  /** The next module, for reviewers who work through the queue. */
  next: can(WORKFLOW.approve.permission)
    .input(ModuleRef)
    .output(preparedOutput(NextReview))
    .query(({ ctx, input }) => nextReview(ctx, input)),
  /** Versions to compare the submitted content with; `modules.get` has the content itself. */
  compare: can('drafts:read')
    .input(ModuleRef)
    .output(preparedOutput(ReviewComparison))
    .query(({ ctx, input }) => compareReview(ctx, input)),
  /** Published revisions, the newest first. */
  revisions: can('drafts:read')
    .input(ListRevisions)
    .output(preparedOutput(RevisionPage))
    .query(({ ctx, input }) => listRevisions(ctx, input)),
  /** The content of a revision, to compare it. */
  revision: can('drafts:read')
    .input(RevisionRef)
    .output(preparedOutput(RevisionContent))
    .query(({ ctx, input }) => readRevision(ctx, input)),
  restoreRevision: can(WORKFLOW.restore_revision.permission)
    .input(RestoreRevision)
    .output(RestoredRevision)
    .mutation(({ ctx, input }) => restoreRevision(ctx, input)),
  claim: can(WORKFLOW.claim.permission)
    .input(ClaimReview)
    .output(ModuleState)
    .mutation(({ ctx, input }) => claimReview(ctx, input)),
  /** Reviewers that it can be reassigned to. */
  reviewers: can(WORKFLOW.reassign.permission)
    .input(ModuleRef)
    .output(Reviewers)
    .query(({ ctx, input }) => listReviewers(ctx, input)),
  reassign: can(WORKFLOW.reassign.permission)
    .input(ReassignReview)
    .output(ModuleState)
    .mutation(({ ctx, input }) => reassignReview(ctx, input)),
  release: can(WORKFLOW.release.permission)
    .input(ModuleRef)
    .output(ModuleState)
    .mutation(({ ctx, input }) => releaseReview(ctx, input)),
  approve: can(WORKFLOW.approve.permission)
    .input(ApproveSection)
    .output(ModuleState)
    .mutation(({ ctx, input }) => approveSection(ctx, input)),
  query: can(WORKFLOW.query.permission)
    .input(QuerySection)
    .output(ModuleState)
    .mutation(({ ctx, input }) => querySection(ctx, input)),
  reject: can(WORKFLOW.reject.permission)
    .input(RejectModule)
    .output(ModuleState)
    .mutation(({ ctx, input }) => rejectModule(ctx, input)),
  /** Comments by the department's trainers and by reviewers. */
  comment: can('reviews:comment')
    .input(AddComment)
    .output(ReviewComment)
    .mutation(({ ctx, input }) => addComment(ctx, input)),
  resolveComment: can('reviews:comment')
    .input(ResolveComment)
    .output(ReviewComment)
    .mutation(({ ctx, input }) => resolveComment(ctx, input)),
  unpublish: can(WORKFLOW.unpublish.permission)
    .input(ModuleWithReason)
    .output(ModuleState)
    .mutation(({ ctx, input }) => unpublishModule(ctx, input)),
  archive: can(WORKFLOW.archive.permission)
    .input(ModuleWithReason)
    .output(ModuleState)
    .mutation(({ ctx, input }) => archiveModule(ctx, input)),
  restore: can(WORKFLOW.restore.permission)
    .input(ModuleWithReason)
    .output(ModuleState)
    .mutation(({ ctx, input }) => restoreModule(ctx, input)),
});
