import { z } from 'zod';
import type { OutgoingType } from './outgoing-events.ts';
import { keysOf } from '../keys-of.ts';

type Words = {
  /** The name in lists of all actions. */
  label: string;
  /** The sentence about the event, which begins with the actor. Words in braces are slots, see `sentenceOf`. */
  did: string;
  /**
   * The changed fields that hold a pair of old and new value, or `true` for all. In other fields an array of two is a
   * plain list.
   */
  pairs?: true | readonly string[];
  /** Saved automatically while the user types. The audit log folds consecutive entries into one line. */
  autosave?: true;
  /** The outgoing event that this action causes, if any. */
  outgoing?: OutgoingType;
};

/** The fields that change in a module's workflow and its review. */
const MOVES = ['status', 'workflow', 'course_published', 'claimed_by'];

/** Every recorded action. The keys are stable names; their order is the order of lists. */
const ACTIONS = {
  'workspace.created': { label: 'Workspace created', did: 'created the workspace {subject}' },
  'workspace.updated': { label: 'Workspace changed', did: 'changed the workspace {subject}', pairs: true },
  'department.created': { label: 'Department created', did: 'created the department {subject}' },
  'department.renamed': { label: 'Department renamed', did: 'renamed a department to {subject}', pairs: true },
  'department.deleted': { label: 'Department deleted', did: 'deleted the department {subject}' },
  'user.created': { label: 'Person added', did: 'added {subject}', outgoing: 'user.created' },
  'user.updated': { label: 'Person changed', did: 'changed {subject}', pairs: true, outgoing: 'user.updated' },
  'user.deactivated': {
    label: 'Person deactivated',
    did: 'deactivated {subject}',
    pairs: true,
    outgoing: 'user.deactivated',
  },
  'user.reactivated': {
    label: 'Person reactivated',
    did: 'reactivated {subject}',
    pairs: true,
    outgoing: 'user.reactivated',
  },
  'user.invited': { label: 'Person invited', did: 'invited {subject}' },
  'user.link_copied': { label: 'Sign-in link copied', did: 'copied a sign-in link for {subject}' },
  'user.signed_in': { label: 'Signed in', did: 'signed in' },
  'user.language_chosen': { label: 'Language chosen', did: 'chose a language', pairs: true },
  'token.created': { label: 'API token created', did: 'created the API token {subject}', outgoing: 'token.created' },
  'token.revoked': { label: 'API token revoked', did: 'revoked the API token {subject}', outgoing: 'token.revoked' },
  'suggestion.created': { label: 'Suggestion received', did: 'suggested {subject}', outgoing: 'suggestion.created' },
  'suggestion.dismissed': {
    label: 'Suggestion dismissed',
    did: 'dismissed the suggestion {subject}',
    outgoing: 'suggestion.dismissed',
  },
  'suggestion.restored': { label: 'Dismissal undone', did: 'restored the suggestion {subject}' },
  'suggestion.accepted': {
    label: 'Suggestion accepted',
    did: 'accepted the suggestion {subject}',
    outgoing: 'suggestion.accepted',
  },
  'suggestion.superseded': {
    label: 'Suggestion superseded',
    did: 'sent a newer version of {subject}',
    outgoing: 'suggestion.superseded',
  },
  'suggestion.returned': {
    label: 'Suggestion waits again',
    did: 'sent the older version of {subject} once more',
    outgoing: 'suggestion.created',
  },
  'suggestion.moved': { label: 'Suggestion moved', did: 'moved the suggestion {subject}', pairs: true },
  'course.created': { label: 'Course created', did: 'created the course {subject}' },
  'course.updated': { label: 'Course changed', did: 'changed the course {subject}', pairs: true },
  'course.reordered': { label: 'Modules put in order', did: 'put the modules of {subject} in order', pairs: true },
  'course.moved': { label: 'Course moved', did: 'moved the course {subject}', pairs: true },
  'module.created': { label: 'Module created', did: 'created the module {subject}' },
  'module.updated': { label: 'Module changed', did: 'changed the settings of {subject}', pairs: true },
  'module.submitted': {
    label: 'Module submitted',
    did: 'submitted {subject}',
    pairs: MOVES,
    outgoing: 'module.submitted',
  },
  'module.resubmitted': {
    label: 'Module resubmitted',
    did: 'resubmitted {subject}',
    pairs: MOVES,
    outgoing: 'module.submitted',
  },
  'module.withdrawn': {
    label: 'Submission withdrawn',
    did: 'withdrew {subject}',
    pairs: MOVES,
    outgoing: 'module.withdrawn',
  },
  'module.revised': { label: 'Revision begun', did: 'began to revise {subject}', pairs: MOVES },
  'module.published': {
    label: 'Module published',
    did: 'published {subject}',
    pairs: MOVES,
    outgoing: 'module.published',
  },
  'module.rejected': { label: 'Module rejected', did: 'rejected {subject}', pairs: MOVES, outgoing: 'module.rejected' },
  'module.unpublished': {
    label: 'Module unpublished',
    did: 'unpublished {subject}',
    pairs: MOVES,
    outgoing: 'module.unpublished',
  },
  'module.archived': { label: 'Module archived', did: 'archived {subject}', pairs: MOVES, outgoing: 'module.archived' },
  'module.restored': { label: 'Module restored', did: 'restored {subject}', pairs: MOVES, outgoing: 'module.restored' },
  'module.section_edited': {
    label: 'Section edited',
    did: 'edited the {section} of {subject}',
    pairs: ['version', 'items'],
    autosave: true,
  },
  'module.section_approved': {
    label: 'Section approved',
    did: 'approved the {section} of {subject}',
    pairs: MOVES,
    outgoing: 'module.section_approved',
  },
  'module.section_queried': {
    label: 'Changes requested',
    did: 'requested changes to the {section} of {subject}',
    pairs: MOVES,
    outgoing: 'module.section_queried',
  },
  'learner.module_completed': {
    label: 'Module completed',
    did: 'completed {subject}',
    outgoing: 'learner.module_completed',
  },
  'learner.evidence_recorded': {
    label: 'Evidence recorded',
    did: 'recorded the evidence of {learner} in {subject}',
  },
  'audit.checkpoint': {
    label: 'Checkpoint sent',
    did: 'sent a checkpoint of the audit log of {subject}',
    outgoing: 'audit.checkpoint',
  },
  'review.claimed': { label: 'Review claimed', did: 'claimed the review of {subject}', pairs: MOVES },
  'review.reassigned': {
    label: 'Review reassigned',
    did: 'handed the review of {subject} to {reviewer}',
    pairs: MOVES,
  },
  'review.released': { label: 'Review released', did: 'released the review of {subject}', pairs: MOVES },
  'answer.graded': { label: 'Answer graded', did: 'graded an answer of {learner} in {subject}' },
  'answer.appealed': { label: 'Grade appealed', did: 'appealed the grade of an answer in {subject}' },
  'appeal.decided': { label: 'Appeal decided', did: 'decided the appeal of {learner} in {subject}' },
  'grade.overridden': {
    label: 'Grade overridden',
    did: 'overrode the grade of an answer of {learner} in {subject}',
    pairs: true,
  },
  'grade.checked': { label: 'Grade checked', did: 'graded an answer in {subject} without seeing its grade' },
  'assignment.created': { label: 'Module assigned', did: 'assigned {subject} to {audience}' },
  'assignment.updated': { label: 'Assignment changed', did: 'changed the assignment of {subject}', pairs: true },
  'assignment.ended': { label: 'Assignment ended', did: 'ended the assignment of {subject} to {audience}' },
  'enrollment.waived': { label: 'Training excused', did: 'excused {subject} from {module}' },
  'enrollment.waiver_undone': { label: 'Training no longer excused', did: 'no longer excused {subject} from {module}' },
  'enrollment.attempts_opened': { label: 'Attempts opened', did: 'let {subject} attempt {module} again' },
  'enrollment.reminded': { label: 'Reminder sent', did: 'reminded {subject} of {module}' },
  'enrollment.extended': {
    label: 'Due date extended',
    did: 'extended the due date of {module} for {subject}',
    pairs: ['due_on'],
  },
  'certification.due_soon': {
    label: 'Certificate expires soon',
    did: 'noticed that the certificate of {subject} for {module} expires soon',
    outgoing: 'certification.due_soon',
  },
  'certification.expired': {
    label: 'Certificate expired',
    did: 'noticed that the certificate of {subject} for {module} has expired',
    outgoing: 'certification.expired',
  },
  'provider_key.added': { label: 'Provider key added', did: 'added the provider key for {subject}' },
  'provider_key.tested': { label: 'Provider key tested', did: 'tested the provider key for {subject}' },
  'provider_key.rotated': { label: 'Provider key rotated', did: 'rotated the provider key for {subject}' },
  'provider_key.model_changed': {
    label: 'Model changed',
    did: 'changed the model of the provider key for {subject}',
    pairs: true,
  },
  'provider_key.endpoint_changed': {
    label: 'Endpoint changed',
    did: 'changed the endpoint of the provider key for {subject}',
    pairs: true,
  },
  'provider_key.removed': { label: 'Provider key removed', did: 'removed the provider key for {subject}' },
  'provider_key.failing': {
    label: 'Provider key failing',
    did: 'found that the provider key for {subject} fails',
    outgoing: 'provider_key.failing',
  },
  'provider_key.recovered': {
    label: 'Provider key works again',
    did: 'found that the provider key for {subject} works again',
  },
  'webhook.added': { label: 'Webhook added', did: 'added the webhook {subject}' },
  'webhook.updated': { label: 'Webhook changed', did: 'changed the webhook {subject}', pairs: true },
  'webhook.tested': { label: 'Webhook tested', did: 'tested the webhook {subject}', outgoing: 'endpoint.test' },
  'webhook.secret_rolled': { label: 'Webhook secret rolled', did: 'rolled the secret of the webhook {subject}' },
  'webhook.secret_discarded': {
    label: 'Webhook secret discarded',
    did: 'discarded a lost secret of the webhook {subject}',
  },
  'webhook.secret_rewrapped': {
    label: 'Webhook secret re-encrypted',
    did: 're-encrypted a secret of the webhook {subject}',
    pairs: true,
  },
  'webhook.switched_on': { label: 'Webhook switched on', did: 'switched on the webhook {subject}' },
  'webhook.switched_off': { label: 'Webhook switched off', did: 'switched off the webhook {subject}' },
  'webhook.replayed': { label: 'Webhook events replayed', did: 'replayed events to the webhook {subject}' },
  'webhook.removed': { label: 'Webhook removed', did: 'removed the webhook {subject}' },
  'notifications.switched': {
    label: 'Notifications switched',
    did: 'switched the notifications of {subject}',
    pairs: true,
  },
  'notifications.updated': { label: 'Notification times changed', did: 'changed the times of {subject}', pairs: true },
  'notifications.unsubscribed': { label: 'Mails ended', did: 'ended mails about {category} for {subject}' },
  'notifications.address_tried': { label: 'Mail address tried again', did: 'had mails sent again to {subject}' },
  'notifications.subscribed': { label: 'Mails begun again', did: 'began mails about {category} again for {subject}' },
  'chat.connected': { label: 'Chat connected', did: 'connected the chat channel {subject}' },
  'chat.replaced': { label: 'Chat address replaced', did: 'replaced the address of the chat channel {subject}' },
  'chat.tested': { label: 'Chat tested', did: 'sent a test message to the chat channel {subject}' },
  'chat.confirmed': {
    label: 'Chat confirmed',
    did: 'confirmed that test messages arrive in the chat channel {subject}',
  },
  'chat.failing': { label: 'Chat failing', did: 'found that the chat channel {subject} takes no messages' },
  'chat.recovered': { label: 'Chat works again', did: 'found that the chat channel {subject} works again' },
  'chat.removed': { label: 'Chat removed', did: 'removed the chat channel {subject}' },
  'chat.rewrapped': {
    label: 'Chat re-encrypted',
    did: 're-encrypted the address of the chat channel {subject}',
    pairs: true,
  },
  'drive.connected': { label: 'Drive connected', did: 'connected the drive {subject}' },
  'drive.reconnected': { label: 'Drive reconnected', did: 'reconnected the drive {subject}' },
  'drive.folders_picked': {
    label: 'Drive folders picked',
    did: 'picked the folders of the drive {subject}',
    pairs: true,
  },
  'drive.scan_started': { label: 'Drive scan started', did: 'started a scan of the drive {subject}' },
  'drive.reconnect_needed': {
    label: 'Drive must be reconnected',
    did: 'found that the drive {subject} must be connected again',
    outgoing: 'drive.reconnect_needed',
  },
  'drive.disconnected': { label: 'Drive disconnected', did: 'disconnected the drive {subject}' },
  'drive.credential_rewrapped': {
    label: 'Drive credential re-encrypted',
    did: 're-encrypted the credential of the drive {subject}',
    pairs: true,
  },
  'module.source_changed': { label: 'Source changed', did: 'found that the source of {subject} has changed' },
  'module.source_confirmed': { label: 'Still right', did: 'confirmed {subject}, though its source has changed' },
  'provider_key.rewrapped': {
    label: 'Provider key re-encrypted',
    did: 're-encrypted the provider key for {subject}',
    pairs: true,
  },
} as const satisfies Record<string, Words>;

export const EventAction = z.enum(keysOf(ACTIONS));
export type EventAction = z.infer<typeof EventAction>;

/** The outgoing event that an action causes; `never` if it causes none. */
export type OutgoingOf<Action extends EventAction> = Action extends EventAction
  ? (typeof ACTIONS)[Action] extends { outgoing: infer Type extends OutgoingType }
    ? Type
    : never
  : never;

/** Describes an action without its sentence, whose slots only `sentenceOf` can fill. */
export const describeAction = (action: EventAction): Omit<Words, 'did'> => ACTIONS[action];

/** The actions that are saved automatically while the user works. */
export const AUTOSAVES: EventAction[] = EventAction.options.filter((action) => describeAction(action).autosave);

/** Returns true if the change of `field` is a pair of old and new value. */
export function isPair(action: EventAction, field: string): boolean {
  const { pairs } = describeAction(action);
  return pairs === true || (pairs?.includes(field) ?? false);
}

/** A placeholder in an action's sentence: its subject, or a field of its changes that names another person or thing. */
export const Slot = z.enum(['subject', 'section', 'learner', 'reviewer', 'audience', 'module', 'category']);
export type Slot = z.infer<typeof Slot>;

/** Returns the sentence of an action as a list of texts and slots. The sentence begins with the actor. */
export function sentenceOf(action: EventAction): (string | { slot: Slot })[] {
  const parts = ACTIONS[action].did.split(/[{}]/);
  return parts
    .map((part, index) => (index % 2 === 0 ? part : { slot: Slot.parse(part) }))
    .filter((part) => part !== '');
}
