import { z } from 'zod';
import type { OutgoingType } from './outgoing-events.ts';
import { keysOf } from './primitives.ts';

type Words = {
  /** What it is called where one chooses among all. */
  label: string;
  /** What stands between who did it and what it was done to. */
  did: string;
  /** Its changes are pairs of before and after; in others a list of two is just a list. */
  pairs?: true;
  /** What other systems are told; nothing where absent. */
  outgoing?: OutgoingType;
};

/** Everything that is recorded. The keys are the stable names of what happened; the order is that of lists. */
const ACTIONS = {
  'workspace.created': { label: 'Workspace created', did: 'created the workspace' },
  'workspace.updated': { label: 'Workspace changed', did: 'changed the workspace', pairs: true },
  'department.created': { label: 'Department created', did: 'created the department' },
  'department.renamed': { label: 'Department renamed', did: 'renamed a department to', pairs: true },
  'department.deleted': { label: 'Department deleted', did: 'deleted the department' },
  'user.created': { label: 'Person added', did: 'added', outgoing: 'user.created' },
  'user.updated': { label: 'Person changed', did: 'changed', pairs: true, outgoing: 'user.updated' },
  'user.deactivated': { label: 'Person deactivated', did: 'deactivated', pairs: true, outgoing: 'user.deactivated' },
  'user.reactivated': { label: 'Person reactivated', did: 'reactivated', pairs: true, outgoing: 'user.reactivated' },
  'user.invited': { label: 'Person invited', did: 'invited' },
  'user.signed_in': { label: 'Signed in', did: 'signed in' },
  'token.created': { label: 'API token created', did: 'created the API token', outgoing: 'token.created' },
  'token.revoked': { label: 'API token revoked', did: 'revoked the API token', outgoing: 'token.revoked' },
  'suggestion.created': { label: 'Suggestion received', did: 'suggested', outgoing: 'suggestion.created' },
  'suggestion.dismissed': {
    label: 'Suggestion dismissed',
    did: 'dismissed the suggestion',
    outgoing: 'suggestion.dismissed',
  },
  'suggestion.restored': { label: 'Dismissal undone', did: 'undid the dismissal of' },
  'suggestion.accepted': {
    label: 'Suggestion accepted',
    did: 'accepted the suggestion',
    outgoing: 'suggestion.accepted',
  },
  'suggestion.superseded': {
    label: 'Suggestion superseded',
    did: 'sent a newer version of',
    outgoing: 'suggestion.superseded',
  },
  'suggestion.returned': {
    label: 'Suggestion waits again',
    did: 'sent once more the older version',
    outgoing: 'suggestion.created',
  },
  'suggestion.moved': { label: 'Suggestion moved', did: 'moved the suggestion' },
  'course.created': { label: 'Course created', did: 'created the course' },
  'course.updated': { label: 'Course changed', did: 'changed the course' },
  'course.reordered': { label: 'Modules put in order', did: 'put the modules in order of' },
  'module.created': { label: 'Module created', did: 'created the module' },
  'module.updated': { label: 'Module changed', did: 'changed the module' },
  'module.submitted': { label: 'Module submitted', did: 'submitted the module', outgoing: 'module.submitted' },
  'module.resubmitted': { label: 'Module resubmitted', did: 'resubmitted the module', outgoing: 'module.submitted' },
  'module.withdrawn': { label: 'Submission withdrawn', did: 'withdrew the module', outgoing: 'module.withdrawn' },
  'module.revised': { label: 'Revision begun', did: 'began to revise the module' },
  'module.published': { label: 'Module published', did: 'published the module', outgoing: 'module.published' },
  'module.rejected': { label: 'Module rejected', did: 'rejected the module', outgoing: 'module.rejected' },
  'module.unpublished': { label: 'Module unpublished', did: 'unpublished the module', outgoing: 'module.unpublished' },
  'module.archived': { label: 'Module archived', did: 'archived the module', outgoing: 'module.archived' },
  'module.restored': { label: 'Module restored', did: 'restored the module', outgoing: 'module.restored' },
  'module.section_edited': { label: 'Section edited', did: 'edited the section' },
  'module.section_approved': {
    label: 'Section approved',
    did: 'approved the section',
    outgoing: 'module.section_approved',
  },
  'module.section_queried': {
    label: 'Section queried',
    did: 'queried the section',
    outgoing: 'module.section_queried',
  },
  'learner.module_completed': {
    label: 'Module completed',
    did: 'completed the module',
    outgoing: 'learner.module_completed',
  },
  'review.claimed': { label: 'Review claimed', did: 'claimed the review of' },
  'review.reassigned': { label: 'Review reassigned', did: 'reassigned the review of' },
  'review.released': { label: 'Review released', did: 'released the review of' },
  'answer.graded': { label: 'Answer graded', did: 'graded the answer to' },
  'answer.appealed': { label: 'Grade appealed', did: 'appealed the grade of the answer to' },
  'appeal.decided': { label: 'Appeal decided', did: 'decided the appeal about the answer to' },
  'grade.overridden': { label: 'Grade overridden', did: 'overrode the grade of the answer to', pairs: true },
  'assignment.created': { label: 'Module assigned', did: 'assigned' },
  'assignment.updated': { label: 'Assignment changed', did: 'changed the assignment of', pairs: true },
  'assignment.ended': { label: 'Assignment ended', did: 'ended the assignment of' },
  'enrollment.waived': { label: 'Training waived', did: 'waived the training of' },
  'enrollment.waiver_undone': { label: 'Waiver undone', did: 'took back the waiver of' },
  'certification.due_soon': {
    label: 'Certificate runs out soon',
    did: 'noticed that this certificate runs out soon:',
    outgoing: 'certification.due_soon',
  },
  'certification.expired': {
    label: 'Certificate expired',
    did: 'noticed that this certificate has expired:',
    outgoing: 'certification.expired',
  },
  'provider_key.added': { label: 'Provider key added', did: 'added the provider key for' },
  'provider_key.tested': { label: 'Provider key tested', did: 'tested the provider key for' },
  'provider_key.rotated': { label: 'Provider key rotated', did: 'rotated the provider key for' },
  'provider_key.removed': { label: 'Provider key removed', did: 'removed the provider key for' },
  'provider_key.failing': {
    label: 'Provider key failing',
    did: 'found that this key fails:',
    outgoing: 'provider_key.failing',
  },
  'provider_key.recovered': { label: 'Provider key works again', did: 'found that this key works again:' },
  'webhook.added': { label: 'Webhook added', did: 'added the webhook' },
  'webhook.updated': { label: 'Webhook changed', did: 'changed the webhook', pairs: true },
  'webhook.tested': { label: 'Webhook tested', did: 'tested the webhook', outgoing: 'endpoint.test' },
  'webhook.secret_rolled': { label: 'Webhook secret rolled', did: 'rolled the secret of the webhook' },
  'webhook.secret_discarded': { label: 'Webhook secret discarded', did: 'discarded a lost secret of the webhook' },
  'webhook.secret_rewrapped': {
    label: 'Webhook secret sealed anew',
    did: 'sealed anew a secret of the webhook',
    pairs: true,
  },
  'webhook.switched_on': { label: 'Webhook switched on', did: 'switched on the webhook' },
  'webhook.switched_off': { label: 'Webhook switched off', did: 'switched off the webhook' },
  'webhook.replayed': { label: 'Webhook events replayed', did: 'replayed events to the webhook' },
  'webhook.removed': { label: 'Webhook removed', did: 'removed the webhook' },
  'notifications.switched': { label: 'Notifications switched', did: 'switched the notifications of', pairs: true },
  'notifications.updated': { label: 'Notification times changed', did: 'changed the times of', pairs: true },
  'notifications.unsubscribed': { label: 'Mails ended', did: 'ended mails of a kind for' },
  'notifications.address_tried': { label: 'Mail address tried again', did: 'had mails sent again to' },
  'notifications.subscribed': { label: 'Mails begun again', did: 'began mails of a kind again for' },
  'chat.connected': { label: 'Chat connected', did: 'connected the chat channel' },
  'chat.replaced': { label: 'Chat address replaced', did: 'replaced the address of the chat channel' },
  'chat.tested': { label: 'Chat tested', did: 'sent a test message to the chat channel' },
  'chat.confirmed': {
    label: 'Chat confirmed',
    did: 'confirmed that test messages arrive in the chat channel',
  },
  'chat.failing': { label: 'Chat failing', did: 'found that this chat channel takes no messages:' },
  'chat.recovered': { label: 'Chat works again', did: 'found that this chat channel works again:' },
  'chat.removed': { label: 'Chat removed', did: 'removed the chat channel' },
  'chat.rewrapped': { label: 'Chat sealed anew', did: 'sealed anew the address of the chat channel', pairs: true },
  'drive.connected': { label: 'Drive connected', did: 'connected the drive' },
  'drive.reconnected': { label: 'Drive reconnected', did: 'reconnected the drive' },
  'drive.folders_picked': { label: 'Drive folders picked', did: 'picked the folders of the drive', pairs: true },
  'drive.scan_started': { label: 'Drive scan started', did: 'started a scan of the drive' },
  'drive.reconnect_needed': {
    label: 'Drive must be reconnected',
    did: 'found that this drive must be connected again:',
    outgoing: 'drive.reconnect_needed',
  },
  'drive.disconnected': { label: 'Drive disconnected', did: 'disconnected the drive' },
  'drive.credential_rewrapped': {
    label: 'Drive credential sealed anew',
    did: 'sealed anew the credential of the drive',
    pairs: true,
  },
  'module.source_changed': { label: 'Source changed', did: 'found that what it was made from has changed:' },
  'module.source_confirmed': { label: 'Still right', did: 'confirmed, though its source has changed,' },
  'provider_key.rewrapped': { label: 'Provider key sealed anew', did: 'sealed anew the provider key for', pairs: true },
} as const satisfies Record<string, Words>;

export const EventAction = z.enum(keysOf(ACTIONS));
export type EventAction = z.infer<typeof EventAction>;

/** The outgoing event that an action causes; `never` where it causes none. */
export type OutgoingOf<Action extends EventAction> = Action extends EventAction
  ? (typeof ACTIONS)[Action] extends { outgoing: infer Type extends OutgoingType }
    ? Type
    : never
  : never;

/** What is said of an action, wherever it stands in the table. */
export const describeAction = (action: EventAction): Words => ACTIONS[action];
