import type { Locator, Page } from '@playwright/test';
import type { Role } from '@training/shared/permissions';
import type { FormWithStoredInput } from '../../src/lib/unsaved-input/stored-forms.ts';
import { expect } from '../fixtures.ts';
import { dialog } from '../review/review-parts.ts';
import { button } from '../training/training-parts.ts';
import * as made from './words-made.ts';

/** How one comes to a form, types something into it, and sends it. */
export interface Walk {
  who: Role;
  /** Makes what the form is about; answers the address of its page. */
  at: (hands: made.Hands) => string | Promise<string>;
  /** Opens the form, where the page does not show it by itself. */
  open?: (page: Page) => Promise<unknown>;
  /** It is open by itself where something was typed into it. */
  opensItself?: true;
  field: (page: Page) => Locator;
  /** What is typed, or chosen: "Words that stay" unless told. */
  words?: string;
  /** What else has to be there before it can be sent. */
  also?: (page: Page) => Promise<unknown>;
  /** The name of the button that sends it; absent where what is sent is kept and sent again by itself. */
  send?: string | RegExp;
}

const press = (name: string | RegExp) => (page: Page) => button(page, name).first().click();
const labelled = (label: string | RegExp) => (page: Page) => page.getByLabel(label, { exact: true }).first();
const inDialog = (label: string | RegExp) => (page: Page) => dialog(page).getByLabel(label);
const page = (address: string) => () => address;
const WINDOW = /^Renew certificates/;

export const WALKS: Record<FormWithStoredInput, Walk> = {
  'accept suggestion': {
    who: 'trainer',
    at: made.aSuggestion,
    open: press(/^Create a module/),
    field: inDialog('Title of the module'),
    send: 'Create module',
  },
  'add to module': {
    who: 'trainer',
    at: made.aJob,
    open: press('Add to module…'),
    field: inDialog('Title of the module'),
    async also(shown) {
      await dialog(shown).getByLabel('Course', { exact: true }).selectOption('A new course');
      await dialog(shown).getByLabel('Title of the course').fill('About what was made');
    },
    send: /^Add \d+ cards?$/,
  },
  'rename job': {
    who: 'trainer',
    at: made.aJob,
    async open(shown) {
      await button(shown, /^More for/).click();
      await shown.getByRole('menuitem', { name: 'Rename…' }).click();
    },
    field: (shown) => dialog(shown).getByRole('textbox', { name: 'Name' }),
    send: 'Rename',
  },
  answer: { who: 'learner', at: made.aTextQuestion, field: labelled('Your answer') },
  'answer to judge': {
    who: 'trainer',
    at: made.anAppeal,
    field: labelled(/^Message to the learner/),
    send: 'Decide appeal',
  },
  appeal: {
    who: 'learner',
    at: made.aGradedAnswer,
    async open(shown) {
      await button(shown, 'View question 3').click();
      const summary = shown.locator('summary').filter({ hasText: 'Is the grade wrong?' });
      await expect(summary).toBeVisible();
      if (!(await labelled('What is wrong with it?')(shown).isVisible())) await summary.click();
    },
    field: labelled('What is wrong with it?'),
    send: 'Appeal',
  },
  assign: {
    who: 'super_admin',
    async at(hands) {
      await made.aPublished(hands);
      return '/demo/assignments';
    },
    open: press('Assign'),
    field: inDialog(WINDOW),
    words: '45',
    async also(shown) {
      await dialog(shown).getByRole('combobox', { name: 'Modules and courses' }).fill('Published');
      await shown
        .getByRole('option', { name: /^Published/ })
        .first()
        .click();
      await dialog(shown).getByRole('combobox', { name: 'Departments, roles and people' }).click();
      await shown.getByRole('option', { name: 'Everyone with the role Learner' }).click();
    },
    send: 'Assign',
  },
  assignment: {
    who: 'super_admin',
    at: made.anAssignment,
    open: press('Change'),
    field: inDialog(WINDOW),
    words: '45',
    send: 'Change',
  },
  path: {
    who: 'super_admin',
    at: made.aPath,
    open: press('Change'),
    field: inDialog('Title'),
    send: 'Save',
  },
  'path assignment': {
    who: 'super_admin',
    at: made.aPath,
    open: press('Assign'),
    field: inDialog(WINDOW),
    words: '45',
    async also(shown) {
      await dialog(shown).getByText('Role', { exact: true }).click();
    },
    send: 'Assign',
  },
  'chat channel': {
    who: 'super_admin',
    at: page('/demo/settings/notifications'),
    open: press('Connect chat'),
    field: inDialog('Channel name'),
    also: (shown) =>
      dialog(shown).getByLabel('Address', { exact: true }).fill('https://hooks.slack.com/services/SECRET'),
    send: 'Connect',
  },
  'chat words': {
    who: 'super_admin',
    at: made.anUntestedChat,
    field: labelled('Words from the test message'),
    send: 'Confirm',
  },
  comment: {
    who: 'content_manager',
    at: made.aReview,
    open: press('Comment on card 1'),
    opensItself: true,
    field: (shown) => shown.getByRole('textbox', { name: 'Comment on card 1' }),
    send: 'Add comment',
  },
  course: {
    who: 'trainer',
    at: page('/demo/courses'),
    open: press('New course'),
    field: inDialog('Title'),
    send: 'Create course',
  },
  department: {
    who: 'super_admin',
    at: page('/demo/departments'),
    open: press('New department'),
    field: inDialog('Name'),
    send: 'Create department',
  },
  'dismiss suggestion': {
    who: 'content_manager',
    at: made.aSuggestion,
    open: press(/^Dismiss/),
    field: inDialog('Reason'),
    send: 'Dismiss',
  },
  'drive folders': {
    who: 'super_admin',
    at: made.aDrive,
    open: press(/^Pick folders of/),
    async also(shown) {
      await dialog(shown).getByRole('button', { name: 'Open My Drive' }).click();
      await dialog(shown).getByRole('checkbox', { name: 'Site handbook' }).check();
    },
    field: inDialog('Department of Site handbook'),
    words: 'Transport',
    send: 'Save',
  },
  'evidence pack': {
    who: 'auditor',
    at: page('/demo/audit'),
    open: press('Evidence pack'),
    field: inDialog('Completed from'),
    words: '2026-01-05',
  },
  'feedback on a training': {
    who: 'learner',
    at: async (hands) => `/demo/training/${(await made.anAttempt(hands)).moduleId}`,
    open: (shown) => shown.getByText('Give feedback').click(),
    opensItself: true,
    field: labelled('What could be better?'),
    send: 'Send',
  },
  'analyse feedback': {
    who: 'trainer',
    at: page('/demo/ai/feedback'),
    field: labelled('Comments'),
    send: 'Analyse',
  },
  generate: {
    who: 'trainer',
    at: made.aDraft,
    open: press(/^Generate.*: /),
    field: (shown) => dialog(shown).getByRole('textbox', { name: 'Text', exact: true }),
    send: 'Generate',
  },
  grade: {
    who: 'trainer',
    at: page('/demo/ai/grade'),
    field: labelled('Question'),
    async also(shown) {
      await shown.getByLabel('What a full answer mentions').fill('A point');
      await shown.getByRole('textbox', { name: 'Answer', exact: true }).fill('An answer');
    },
    send: 'Grade',
  },
  make: {
    who: 'trainer',
    at: page('/demo/ai/source'),
    field: (shown) => shown.getByRole('textbox', { name: 'Text' }),
    send: 'Make cards',
  },
  module: {
    who: 'trainer',
    at: async (hands) => (await made.aDraft(hands)).replace(/\/[^/]+$/, ''),
    open: press('Add module'),
    field: inDialog('Title'),
    send: 'Create module',
  },
  'module settings': {
    who: 'trainer',
    at: made.aDraft,
    open: press('Settings'),
    field: inDialog('Title'),
    send: 'Save',
  },
  'move suggestion': {
    who: 'content_manager',
    at: made.aSuggestion,
    open: press(/^Move/),
    field: inDialog('Department'),
    words: 'Transport',
    send: 'Move',
  },
  'notification times': {
    who: 'super_admin',
    at: page('/demo/settings/notifications'),
    field: labelled('Daily messages'),
    words: '05:45',
    send: 'Save times',
  },
  person: {
    who: 'super_admin',
    at: page('/demo/people'),
    open: press('New person'),
    field: inDialog('Full name'),
    also: (shown) => dialog(shown).getByLabel('E-mail').fill(`words-${Date.now()}@example.com`),
    send: 'Add person',
  },
  query: {
    who: 'content_manager',
    at: made.aReview,
    open: press('Request changes to the flashcards section'),
    field: inDialog('What has to change'),
    send: 'Request changes',
  },
  reason: {
    who: 'content_manager',
    at: made.aReview,
    open: press(/^Reject/),
    field: inDialog('Reason'),
    send: 'Reject',
  },
  reassign: {
    who: 'content_manager',
    at: made.aReview,
    open: press(/^(Assign|Reassign)$/),
    field: inDialog('Reviewer'),
    words: 'Ines Moreau',
    send: 'Assign',
  },
  'replay span': {
    who: 'super_admin',
    at: made.aWebhook,
    open: press('Replay time range'),
    field: inDialog('From'),
    words: '2026-01-05T08:00',
    send: 'Replay',
  },
  'shared device': {
    who: 'super_admin',
    at: page('/demo/settings/workspace'),
    async open(shown) {
      for (const name of ['Sign-in with number and PIN', 'Shared devices']) {
        await shown.getByRole('switch', { name }).check();
      }
      await button(shown, 'Save').click();
      await button(shown, 'Enrol a device').click();
    },
    field: inDialog('Name of the device'),
    send: 'Enrol a device',
  },
  shift: {
    who: 'super_admin',
    at: page('/demo/shifts'),
    open: press('Add a shift'),
    field: inDialog('Begins'),
    words: '2026-01-05T08:00',
    send: 'Add a shift',
  },
  'spoken answer': {
    who: 'learner',
    at: async (hands) => (await made.aSpokenQuestion(hands)).address,
    open: press('Type instead'),
    opensItself: true,
    field: labelled('Your answer'),
  },
  'sign-in domain': {
    who: 'super_admin',
    at: page('/demo/settings/sign-in'),
    open: press('Add a domain'),
    field: (shown) => dialog(shown).getByRole('textbox', { name: 'Domain' }),
    words: 'example.org',
    send: 'Add a domain',
  },
  'task model': {
    who: 'super_admin',
    at: made.anAzureKey,
    async open(shown) {
      const change = button(shown, 'Change the model for Grading');
      if (!(await change.isVisible())) await shown.getByText('Models for each task').click();
      await change.click();
    },
    field: inDialog('Deployment'),
    send: 'Check and change',
  },
  token: {
    who: 'super_admin',
    at: page('/demo/settings'),
    open: press('New token'),
    field: inDialog('Name'),
    also: (shown) => dialog(shown).getByRole('checkbox').first().check(),
    send: 'Create token',
  },
  transcript: {
    who: 'learner',
    at: made.aTranscript,
    field: labelled('What we heard'),
    send: 'Save correction',
  },
  translation: {
    who: 'trainer',
    at: made.aVariant,
    field: labelled('Front, translated'),
    send: 'Save',
  },
  'open attempts': {
    who: 'super_admin',
    at: made.somebodyOutOfAttempts,
    open: press(/^Open attempts/),
    field: inDialog('Reason'),
    send: 'Open attempts',
  },
  waive: {
    who: 'super_admin',
    at: made.anAssignment,
    open: press(/^Excuse/),
    field: inDialog('Reason'),
    send: 'Excuse',
  },
  'withdraw past training': {
    who: 'super_admin',
    at: made.pastTraining,
    async open(shown) {
      await button(shown, /^Actions for/).click();
      await shown.getByRole('menuitem', { name: 'Withdraw' }).click();
    },
    field: inDialog('Reason'),
    send: 'Withdraw',
  },
  webhook: {
    who: 'super_admin',
    at: page('/demo/settings/webhooks'),
    open: press('Add webhook'),
    field: inDialog('Description'),
    async also(shown) {
      await dialog(shown).getByLabel('Address').fill('https://hr.example.com/words');
      await dialog(shown).getByRole('button', { name: 'Select all' }).click();
    },
    send: 'Add and send test',
  },
  workspace: {
    who: 'super_admin',
    at: page('/demo/settings/workspace'),
    field: labelled('Name'),
    send: 'Save',
  },
};

/** Types into a field, or chooses from it. */
export async function type(field: Locator, words: string) {
  const isChoice = await field.evaluate((element) => element instanceof HTMLSelectElement);
  if (!isChoice) return field.fill(words);
  const option = field.locator('option').filter({ hasText: words }).first();
  return field.selectOption((await option.getAttribute('value')) ?? '');
}

export async function expectWords(field: Locator, words: string) {
  const shown = () => field.evaluate(textOf);
  await expect.poll(shown).toContain(words);
}

export function textOf(field: Element): string {
  if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? '';
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '';
}
