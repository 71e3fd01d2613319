/**
 * Every form that keeps what is typed into it (docs/decisions/049): a new one gets a name here, and with it a line in
 * the walk through all of them, `e2e/frame/words-survive.spec.ts`.
 */
export const KEPT_FORMS = [
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
  'person',
  'query',
  'reason',
  'reassign',
  'rename job',
  'replay span',
  'spoken answer',
  'token',
  'transcript',
  'waive',
  'open attempts',
  'webhook',
  'workspace',
] as const;

export type KeptForm = (typeof KEPT_FORMS)[number];

/** A form, and what of the workspace it is about: nothing, or the ids of a module and a card, say. */
export type FormPlace = readonly [form: KeptForm, ...about: string[]];

/**
 * Why nothing of a form is kept: what is typed is secret, nobody is signed in whose it would be, or one only chooses.
 */
export type Unkept = 'secret' | 'signed out' | 'choice';
