/**
 * All forms that store what is typed into them (docs/decisions/015). A new form needs a name here, and a line in the
 * test of all of them, `e2e/frame/words-survive.deep.spec.ts`.
 */
export const FORMS_WITH_STORED_INPUT = [
  'accept suggestion',
  'add to module',
  'answer',
  'answer to judge',
  'appeal',
  'assign',
  'assignment',
  'chat channel',
  'chat words',
  'comment',
  'course',
  'department',
  'dismiss suggestion',
  'drive folders',
  'evidence pack',
  'feedback on a training',
  'analyse feedback',
  'generate',
  'grade',
  'make',
  'module',
  'module settings',
  'move suggestion',
  'notification times',
  'path',
  'path assignment',
  'person',
  'query',
  'reason',
  'reassign',
  'rename job',
  'replay span',
  'sign-in domain',
  'shared device',
  'shift',
  'spoken answer',
  'task model',
  'token',
  'transcript',
  'translation',
  'waive',
  'withdraw past training',
  'open attempts',
  'webhook',
  'workspace',
] as const;

export type FormWithStoredInput = (typeof FORMS_WITH_STORED_INPUT)[number];

/** A form, and its subject in the workspace: none, or for example the ids of a module and a card. */
export type FormInputPlace = readonly [form: FormWithStoredInput, ...about: string[]];

/**
 * The reason why a form's text isn't stored: it is secret, no user is signed in to own it, or the form has only
 * choices.
 */
export type NotStoredReason = 'secret' | 'signed out' | 'choice';
