import { z } from 'zod';
import type { OutgoingEventType } from './outgoing-events.ts';
import { keysOf } from '../keys-of.ts';

type Traits = {
  /**
   * The changed fields that hold a pair of old and new value, or `true` for all. In other fields an array of two is a
   * plain list.
   */
  pairs?: true | readonly string[];
  /** Saved automatically while the user types. The audit log folds consecutive entries into one line. */
  autosave?: true;
  /** The outgoing event that this action causes, if any. */
  outgoing?: OutgoingEventType;
};

/** The fields that change in a module's workflow and its review. */
const MOVES = ['status', 'workflow', 'course_published', 'claimed_by'];

/** Every recorded action. The keys are stable names; their order is the order of lists. */
const ACTIONS = {
  'workspace.created': {},
  'workspace.updated': { pairs: true },
  'workspace.shifts_replaced': {},
  'department.created': {},
  'department.renamed': { pairs: true },
  'department.deleted': {},
  'user.created': { outgoing: 'user.created' },
  'user.updated': { pairs: true, outgoing: 'user.updated' },
  'user.deactivated': { pairs: true, outgoing: 'user.deactivated' },
  'user.reactivated': { pairs: true, outgoing: 'user.reactivated' },
  'user.invited': {},
  'user.link_copied': {},
  'user.signed_in': {},
  'user.passkey_added': {},
  'user.passkey_removed': {},
  'user.recovery_codes_created': {},
  'user.recovery_code_used': {},
  'user.passkeys_reset': {},
  'user.exported': {},
  'user.sign_in_code_created': {},
  'user.pin_chosen': {},
  'user.pin_unlocked': {},
  'user.pin_rewrapped': {},
  'user.pin_discarded': {},
  'user.language_chosen': { pairs: true },
  'user.picture_set': {},
  'user.picture_removed': {},
  'user.shift_added': {},
  'user.shift_ended': {},
  'issuer.saved': {},
  'issuer.switched_on': {},
  'issuer.removed': {},
  'issuer.secret_rewrapped': {},
  'issuer.secret_discarded': {},
  'issuer.domain_added': {},
  'issuer.domain_verified': {},
  'issuer.domain_missing': {},
  'issuer.domain_lapsed': {},
  'issuer.domain_removed': {},
  'device.enrolled': {},
  'device.set_up': {},
  'device.revoked': {},
  'token.created': { outgoing: 'token.created' },
  'token.revoked': { outgoing: 'token.revoked' },
  'scim.switched_on': {},
  'scim.stopped': {},
  'scim.resumed': {},
  'scim.mapped': {},
  'suggestion.created': { outgoing: 'suggestion.created' },
  'suggestion.dismissed': { outgoing: 'suggestion.dismissed' },
  'suggestion.restored': {},
  'suggestion.accepted': { outgoing: 'suggestion.accepted' },
  'suggestion.superseded': { outgoing: 'suggestion.superseded' },
  'suggestion.returned': { outgoing: 'suggestion.created' },
  'suggestion.moved': { pairs: true },
  'course.created': {},
  'course.updated': { pairs: true },
  'course.reordered': { pairs: true },
  'course.moved': { pairs: true },
  'course.exported': {},
  'module.created': {},
  'module.imported': {},
  'module.updated': { pairs: true },
  'module.submitted': { pairs: MOVES, outgoing: 'module.submitted' },
  'module.resubmitted': { pairs: MOVES, outgoing: 'module.submitted' },
  'module.withdrawn': { pairs: MOVES, outgoing: 'module.withdrawn' },
  'module.revised': { pairs: MOVES },
  'module.revision_restored': { pairs: MOVES },
  'module.published': { pairs: MOVES, outgoing: 'module.published' },
  'module.rejected': { pairs: MOVES, outgoing: 'module.rejected' },
  'module.unpublished': { pairs: MOVES, outgoing: 'module.unpublished' },
  'module.archived': { pairs: MOVES, outgoing: 'module.archived' },
  'module.restored': { pairs: MOVES, outgoing: 'module.restored' },
  'module.section_edited': { pairs: ['version', 'items'], autosave: true },
  'module.section_approved': { pairs: MOVES, outgoing: 'module.section_approved' },
  'module.section_queried': { pairs: MOVES, outgoing: 'module.section_queried' },
  'module.language_changed': { pairs: true },
  'translation.added': {},
  'translation.removed': {},
  'translation.edited': { pairs: ['version'], autosave: true },
  'translation.proposed': {},
  'translation.submitted': {},
  'translation.withdrawn': {},
  'translation.approved': {},
  'translation.rejected': {},
  'translation.unpublished': {},
  'learner.module_completed': { outgoing: 'learner.module_completed' },
  'learner.evidence_recorded': {},
  'learner.completion_attested': {},
  'learner.attestation_documented': {},
  'learner.attestation_withdrawn': {},
  'audit.checkpoint': { outgoing: 'audit.checkpoint' },
  'review.claimed': { pairs: MOVES },
  'review.reassigned': { pairs: MOVES },
  'review.released': { pairs: MOVES },
  'answer.graded': {},
  'answer.appealed': {},
  'appeal.decided': {},
  'grade.overridden': { pairs: true },
  'grade.checked': {},
  'assignment.created': {},
  'assignment.updated': { pairs: true },
  'assignment.ended': {},
  'learner.path_completed': { outgoing: 'learner.path_completed' },
  'path.created': {},
  'path.updated': { pairs: ['title', 'description'] },
  'path.archived': {},
  'path.restored': {},
  'path.assigned': { outgoing: 'path.assigned' },
  'enrollment.waived': {},
  'enrollment.waiver_undone': {},
  'enrollment.attempts_opened': {},
  'enrollment.reminded': {},
  'enrollment.extended': { pairs: ['due_on'] },
  'certification.due_soon': { outgoing: 'certification.due_soon' },
  'certification.expired': { outgoing: 'certification.expired' },
  'provider_key.added': {},
  'provider_key.tested': {},
  'provider_key.rotated': {},
  'provider_key.model_changed': { pairs: true },
  'provider_key.endpoint_changed': { pairs: true },
  'provider_key.removed': {},
  'provider_key.failing': { outgoing: 'provider_key.failing' },
  'provider_key.recovered': {},
  'webhook.added': {},
  'webhook.updated': { pairs: true },
  'webhook.tested': { outgoing: 'endpoint.test' },
  'webhook.secret_rolled': {},
  'webhook.secret_discarded': {},
  'webhook.secret_rewrapped': { pairs: true },
  'webhook.switched_on': {},
  'webhook.switched_off': {},
  'webhook.replayed': {},
  'webhook.removed': {},
  'notifications.switched': { pairs: true },
  'notifications.updated': { pairs: true },
  'notifications.unsubscribed': {},
  'notifications.address_tried': {},
  'notifications.subscribed': {},
  'chat.connected': {},
  'chat.replaced': {},
  'chat.tested': {},
  'chat.confirmed': {},
  'chat.failing': {},
  'chat.recovered': {},
  'chat.removed': {},
  'chat.rewrapped': { pairs: true },
  'drive.connected': {},
  'drive.reconnected': {},
  'drive.folders_picked': { pairs: true },
  'drive.scan_started': {},
  'drive.reconnect_needed': { outgoing: 'drive.reconnect_needed' },
  'drive.disconnected': {},
  'drive.credential_rewrapped': { pairs: true },
  'module.source_changed': {},
  'module.source_confirmed': {},
  'provider_key.rewrapped': { pairs: true },
} as const satisfies Record<string, Traits>;

export const EventAction = z.enum(keysOf(ACTIONS));
export type EventAction = z.infer<typeof EventAction>;

/** The outgoing event that an action causes; `never` if it causes none. */
export type OutgoingEventTypeOfAction<Action extends EventAction> = Action extends EventAction
  ? (typeof ACTIONS)[Action] extends { outgoing: infer Type extends OutgoingEventType }
    ? Type
    : never
  : never;

/** Describes an action. Its words are in the catalogue `events`. */
export const traitsOfEventAction = (action: EventAction): Traits => ACTIONS[action];

/** The actions that are saved automatically while the user works. */
export const AUTOSAVE_ACTIONS: EventAction[] = EventAction.options.filter(
  (action) => traitsOfEventAction(action).autosave,
);

/** Returns true if the change of `field` is a pair of old and new value. */
export function isOldNewPairField(action: EventAction, field: string): boolean {
  const { pairs } = traitsOfEventAction(action);
  return pairs === true || (pairs?.includes(field) ?? false);
}
