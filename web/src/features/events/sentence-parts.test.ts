import { EventAction } from '@training/shared/events/events';
import { expect, test } from 'vitest';
import { labelOfEventAction, eventSentenceTextOf } from './sentence-parts.ts';

const actor = { kind: 'user' as const, id: '1', name: 'Tom' };

const CHANGES = {
  section: 'quiz',
  learner: 'Ana',
  user_id: '1',
  claimed_by: ['Rita', 'Ben'],
  to: 'Transport',
  module: 'First Aid',
  category: 'AI suggestions',
  language: 'de',
  items: 3,
  revision: 2,
  format: 'qti',
};

function said(action: EventAction, changes: Record<string, unknown> | null): string {
  const subject = { kind: 'thing', id: '2', name: 'Git Push' };
  return eventSentenceTextOf({ action, actor, subject, changes });
}

/** Expected sentences. The type makes the compiler report actions that are missing here. */
const SENTENCES: Record<EventAction, string> = {
  'workspace.created': 'Tom created the workspace Git Push',
  'workspace.updated': 'Tom changed the workspace Git Push',
  'workspace.shifts_replaced': 'Tom replaced shifts',
  'department.created': 'Tom created the department Git Push',
  'department.renamed': 'Tom renamed a department to Git Push',
  'department.deleted': 'Tom deleted the department Git Push',
  'user.created': 'Tom added Git Push',
  'user.updated': 'Tom changed Git Push',
  'user.deactivated': 'Tom deactivated Git Push',
  'user.reactivated': 'Tom reactivated Git Push',
  'user.invited': 'Tom invited Git Push',
  'user.link_copied': 'Tom copied a sign-in link for Git Push',
  'user.signed_in': 'Tom signed in',
  'user.passkey_added': 'Tom added a passkey',
  'user.passkey_removed': 'Tom removed a passkey',
  'user.recovery_codes_created': 'Tom created recovery codes',
  'user.recovery_code_used': 'Tom used a recovery code',
  'user.passkeys_reset': 'Tom reset the passkeys of Git Push',
  'user.exported': 'Tom exported the data of Git Push',
  'user.sign_in_code_created': 'Tom created a sign-in code for Git Push',
  'user.pin_chosen': 'Tom chose a PIN',
  'user.pin_unlocked': 'Tom unlocked the PIN of Git Push',
  'user.pin_rewrapped': 'Tom re-encrypted the PIN of Git Push',
  'user.pin_discarded': 'Tom discarded the PIN of Git Push, which couldn’t be decrypted',
  'user.language_chosen': 'Tom chose a language',
  'user.picture_set': 'Tom set the picture of Git Push',
  'user.picture_removed': 'Tom removed the picture of Git Push',
  'user.shift_added': 'Tom added a shift of Git Push',
  'user.shift_ended': 'Tom ended a shift of Git Push',
  'issuer.saved': 'Tom saved the issuer Git Push, to be tried',
  'issuer.switched_on': 'Tom switched on single sign-on by Git Push',
  'issuer.removed': 'Tom removed the issuer Git Push',
  'issuer.secret_rewrapped': 'Tom re-encrypted the client secret for Git Push',
  'issuer.secret_discarded': 'Tom discarded the issuer Git Push, whose client secret couldn’t be decrypted',
  'issuer.domain_added': 'Tom added the domain Git Push, to be verified',
  'issuer.domain_verified': 'Tom verified the domain Git Push',
  'issuer.domain_removed': 'Tom removed the domain Git Push',
  'device.enrolled': 'Tom enrolled the shared device Git Push',
  'device.set_up': 'Tom set up the shared device Git Push',
  'device.revoked': 'Tom revoked the shared device Git Push',
  'token.created': 'Tom created the API token Git Push',
  'token.revoked': 'Tom revoked the API token Git Push',
  'suggestion.created': 'Tom suggested Git Push',
  'suggestion.dismissed': 'Tom dismissed the suggestion Git Push',
  'suggestion.restored': 'Tom restored the suggestion Git Push',
  'suggestion.accepted': 'Tom accepted the suggestion Git Push',
  'suggestion.superseded': 'Tom sent a newer version of Git Push',
  'suggestion.returned': 'Tom sent the older version of Git Push once more',
  'suggestion.moved': 'Tom moved the suggestion Git Push',
  'course.created': 'Tom created the course Git Push',
  'course.updated': 'Tom changed the course Git Push',
  'course.reordered': 'Tom put the modules of Git Push in order',
  'course.moved': 'Tom moved the course Git Push',
  'course.exported': 'Tom exported the course Git Push as QTI',
  'module.created': 'Tom created the module Git Push',
  'module.imported': 'Tom imported content into the module Git Push from QTI',
  'module.updated': 'Tom changed the settings of Git Push',
  'module.submitted': 'Tom submitted Git Push',
  'module.resubmitted': 'Tom resubmitted Git Push',
  'module.withdrawn': 'Tom withdrew Git Push',
  'module.revised': 'Tom began to revise Git Push',
  'module.revision_restored': 'Tom brought back version 2 of Git Push',
  'module.published': 'Tom published Git Push',
  'module.rejected': 'Tom rejected Git Push',
  'module.unpublished': 'Tom unpublished Git Push',
  'module.archived': 'Tom archived Git Push',
  'module.restored': 'Tom restored Git Push',
  'module.section_edited': 'Tom edited the quiz of Git Push',
  'module.section_approved': 'Tom approved the quiz of Git Push',
  'module.section_queried': 'Tom requested changes to the quiz of Git Push',
  'module.language_changed': 'Tom changed the language that Git Push is written in',
  'translation.added': 'Tom added German to Git Push',
  'translation.removed': 'Tom removed German from Git Push',
  'translation.edited': 'Tom edited the translation of Git Push into German',
  'translation.proposed': 'Tom had AI propose 3 translations of Git Push into German',
  'translation.submitted': 'Tom submitted 3 translations of Git Push into German',
  'translation.withdrawn': 'Tom withdrew 3 translations of Git Push into German',
  'translation.approved': 'Tom approved 3 translations of Git Push into German',
  'translation.rejected': 'Tom rejected 3 translations of Git Push into German',
  'translation.unpublished': 'Tom unpublished Git Push in German',
  'learner.module_completed': 'Tom completed Git Push',
  'learner.evidence_recorded': 'Tom recorded the evidence of Ana in Git Push',
  'learner.completion_attested': 'Tom attested that Ana completed Git Push',
  'learner.attestation_documented': 'Tom added a document to the past training of Ana in Git Push',
  'learner.attestation_withdrawn': 'Tom withdrew the past training of Ana in Git Push',
  'audit.checkpoint': 'Tom sent a checkpoint of the audit log of Git Push',
  'review.claimed': 'Tom claimed the review of Git Push',
  'review.reassigned': 'Tom handed the review of Git Push to Ben',
  'review.released': 'Tom released the review of Git Push',
  'answer.graded': 'Tom graded an answer of Ana in Git Push',
  'answer.appealed': 'Tom appealed the grade of an answer in Git Push',
  'appeal.decided': 'Tom decided the appeal of Ana in Git Push',
  'grade.overridden': 'Tom overrode the grade of an answer of Ana in Git Push',
  'grade.checked': 'Tom graded an answer in Git Push without seeing its grade',
  'assignment.created': 'Tom assigned Git Push to Transport',
  'assignment.updated': 'Tom changed the assignment of Git Push',
  'assignment.ended': 'Tom ended the assignment of Git Push to Transport',
  'learner.path_completed': 'Tom recorded that Ana completed the path Git Push',
  'path.created': 'Tom created the path Git Push',
  'path.updated': 'Tom changed the path Git Push',
  'path.archived': 'Tom archived the path Git Push',
  'path.restored': 'Tom restored the path Git Push',
  'path.assigned': 'Tom assigned the path Git Push to Transport',
  'enrollment.waived': 'Tom excused Git Push from First Aid',
  'enrollment.waiver_undone': 'Tom no longer excused Git Push from First Aid',
  'enrollment.attempts_opened': 'Tom let Git Push attempt First Aid again',
  'enrollment.reminded': 'Tom reminded Git Push of First Aid',
  'enrollment.extended': 'Tom extended the due date of First Aid for Git Push',
  'certification.due_soon': 'Tom noticed that the certificate of Git Push for First Aid expires soon',
  'certification.expired': 'Tom noticed that the certificate of Git Push for First Aid has expired',
  'provider_key.added': 'Tom added the provider key for Git Push',
  'provider_key.tested': 'Tom tested the provider key for Git Push',
  'provider_key.rotated': 'Tom rotated the provider key for Git Push',
  'provider_key.model_changed': 'Tom changed the model of the provider key for Git Push',
  'provider_key.endpoint_changed': 'Tom changed the endpoint of the provider key for Git Push',
  'provider_key.removed': 'Tom removed the provider key for Git Push',
  'provider_key.failing': 'Tom found that the provider key for Git Push fails',
  'provider_key.recovered': 'Tom found that the provider key for Git Push works again',
  'webhook.added': 'Tom added the webhook Git Push',
  'webhook.updated': 'Tom changed the webhook Git Push',
  'webhook.tested': 'Tom tested the webhook Git Push',
  'webhook.secret_rolled': 'Tom rolled the secret of the webhook Git Push',
  'webhook.secret_discarded': 'Tom discarded a lost secret of the webhook Git Push',
  'webhook.secret_rewrapped': 'Tom re-encrypted a secret of the webhook Git Push',
  'scim.switched_on': 'Tom switched on the identity provider Git Push',
  'issuer.domain_missing': 'Tom no longer found the DNS record of the domain Git Push',
  'issuer.domain_lapsed': 'Tom no longer counts the domain Git Push as verified: its DNS record is gone',
  'scim.stopped':
    'Tom was stopped as the identity provider Git Push: it would have deactivated too many people or the last super admin',
  'scim.resumed': 'Tom let the identity provider Git Push go on',
  'scim.mapped': 'Tom mapped the groups of the identity provider Git Push',
  'webhook.switched_on': 'Tom switched on the webhook Git Push',
  'webhook.switched_off': 'Tom switched off the webhook Git Push',
  'webhook.replayed': 'Tom replayed events to the webhook Git Push',
  'webhook.removed': 'Tom removed the webhook Git Push',
  'notifications.switched': 'Tom switched the notifications of Git Push',
  'notifications.updated': 'Tom changed the times of Git Push',
  'notifications.unsubscribed': 'Tom ended mails about AI suggestions for Git Push',
  'notifications.address_tried': 'Tom had mails sent again to Git Push',
  'notifications.subscribed': 'Tom began mails about AI suggestions again for Git Push',
  'chat.connected': 'Tom connected the chat channel Git Push',
  'chat.replaced': 'Tom replaced the address of the chat channel Git Push',
  'chat.tested': 'Tom sent a test message to the chat channel Git Push',
  'chat.confirmed': 'Tom confirmed that test messages arrive in the chat channel Git Push',
  'chat.failing': 'Tom found that the chat channel Git Push takes no messages',
  'chat.recovered': 'Tom found that the chat channel Git Push works again',
  'chat.removed': 'Tom removed the chat channel Git Push',
  'chat.rewrapped': 'Tom re-encrypted the address of the chat channel Git Push',
  'drive.connected': 'Tom connected the drive Git Push',
  'drive.reconnected': 'Tom reconnected the drive Git Push',
  'drive.folders_picked': 'Tom picked the folders of the drive Git Push',
  'drive.scan_started': 'Tom started a scan of the drive Git Push',
  'drive.reconnect_needed': 'Tom found that the drive Git Push must be connected again',
  'drive.disconnected': 'Tom disconnected the drive Git Push',
  'drive.credential_rewrapped': 'Tom re-encrypted the credential of the drive Git Push',
  'module.source_changed': 'Tom found that the source of Git Push has changed',
  'module.source_confirmed': 'Tom confirmed Git Push, though its source has changed',
  'provider_key.rewrapped': 'Tom re-encrypted the provider key for Git Push',
};

// rules/audit 9
test('each action has its sentence', () => {
  expect(Object.fromEntries(EventAction.options.map((action) => [action, said(action, CHANGES)]))).toEqual(SENTENCES);
});

// rules/audit 9
test.each(EventAction.options)(
  '%s is a whole sentence also where its entry says nothing more, as old ones do',
  (action) => {
    const sentence = said(action, null);
    expect(sentence).toMatch(/^Tom [a-z]/);
    expect(sentence).not.toMatch(/[{}]|undefined|null|  |\s$/);
    expect(labelOfEventAction(action)).not.toBe('');
  },
);

test('a module that is completed by the grade of somebody else names both', () => {
  expect(said('learner.module_completed', { ...CHANGES, user_id: '3', full_name: 'Ana' })).toBe(
    'Tom graded the last answer with which Ana completed Git Push',
  );
});

test('whoever was given to another department was moved', () => {
  expect(said('user.updated', { department_id: ['1', '2'] })).toBe('Tom moved Git Push');
  expect(said('user.updated', { department_id: ['1', '2'], role: ['learner', 'trainer'] })).toBe(
    'Tom changed Git Push',
  );
});

test('an assignment to a role names the role as the console does, and a department by its name', () => {
  expect(said('assignment.created', { to: 'role content_manager' })).toBe(
    'Tom assigned Git Push to everyone with the role Content manager',
  );
  expect(said('assignment.ended', { to: 'Role models' })).toBe('Tom ended the assignment of Git Push to Role models');
});
