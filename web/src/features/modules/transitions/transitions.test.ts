import { findTransitionRefusal, type WorkflowTransition } from '@training/shared/reviews/workflow';
import { NEW_MODULE_WORKFLOW_STATE, type ModuleWorkflowState } from '@training/shared/reviews/workflow-state';
import { expect, test } from 'vitest';
import { authorActionsOf, canBeSubmittedForReview, submissionBlockersOf } from './transitions.ts';

const author = { role: 'trainer', department_id: 'own' } as const;
const asked = (state: Partial<ModuleWorkflowState>) => (transition: WorkflowTransition) =>
  findTransitionRefusal(
    transition,
    { state: { ...NEW_MODULE_WORKFLOW_STATE, ...state }, department_id: 'own', mine: true },
    author,
  );
const buttons = (state: Partial<ModuleWorkflowState>, obstacle: string | null = null) =>
  authorActionsOf(asked(state), obstacle).map(({ kind, why }) => [kind, why]);

const LOCKED = { flashcards: 'locked', quiz: 'locked' } as const;
const APPROVED = { flashcards: 'approved', quiz: 'approved' } as const;

test('the authors of a module find what leads on from where it stands, and how to take it back', () => {
  expect(buttons({})).toEqual([['submit', null]]);
  expect(buttons({ workflow: 'rejected' })).toEqual([['submit', null]]);
  expect(buttons({ workflow: 'changes_requested', flashcards: 'queried', quiz: 'locked' })).toEqual([
    ['resubmit', null],
    ['withdraw', null],
  ]);
  expect(buttons({ live: true, workflow: null, ...APPROVED })).toEqual([['revise', null]]);
});

test('where nothing leads on, submitting says why', () => {
  expect(buttons({ workflow: 'in_review', ...LOCKED })).toEqual([
    ['submit', 'The module is in review. Wait for the decision, or withdraw it to change it.'],
    ['withdraw', null],
  ]);
  expect(buttons({ archived: true })).toEqual([['submit', 'The module is archived. A super admin can restore it.']]);
});

test('what is missing keeps it from review, and from nothing else', () => {
  expect(buttons({}, 'One thing is missing')).toEqual([['submit', 'One thing is missing']]);
  const queried = { workflow: 'changes_requested', flashcards: 'queried', quiz: 'locked' } as const;
  expect(buttons(queried, 'One thing is missing')).toEqual([
    ['resubmit', 'One thing is missing'],
    ['withdraw', null],
  ]);
  expect(
    [{}, queried, { workflow: 'in_review', ...LOCKED } as const].map((state) => canBeSubmittedForReview(asked(state))),
  ).toEqual([true, true, false]);
});

test('what nobody can see is missing, and named by its card or question', () => {
  const card = (front: string) => ({ id: front, front, back: 'Back' });
  const cards = [card('Front'), card('\u200b')];
  const of = { id: 'question', prompt: 'Which?', explanation: '' };
  const missing = submissionBlockersOf(cards, [
    { ...of, kind: 'short_text', accepted: ['A', ' '] },
    { ...of, kind: 'spoken', rubric: ['\u2060'] },
  ]);
  expect(missing.map(({ words }) => words)).toEqual([
    'Card 2: Write the front of the card',
    'Question 1: Fill in every accepted answer, or remove it',
    'Question 2: Say what a full answer mentions',
  ]);
  expect(missing[0]?.id).toBe(cards[1]?.id);
});
