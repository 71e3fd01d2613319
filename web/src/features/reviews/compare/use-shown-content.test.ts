import { DEFAULT_ATTEMPT_SETTINGS, type SectionKind, type SectionState } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { expect, test } from 'vitest';
import { findChangesSinceShown } from './use-shown-content.ts';

type Standing = Pick<ModuleDetail, 'status' | 'workflow' | 'live'> & { sections?: Record<SectionKind, SectionState> };

const section = (state: SectionState, content_hash: string) => ({ state, content_hash });

/** Returns a module that differs everywhere from the original, as far as relevant here. */
function changedIn({ sections = { flashcards: 'locked', quiz: 'locked' }, ...standing }: Standing) {
  const as = (title: string) => ({
    ...standing,
    title,
    validity_days: null,
    pass_score: 0.8,
    ...DEFAULT_ATTEMPT_SETTINGS,
    flashcards: section(sections.flashcards, title),
    quiz: section(sections.quiz, title),
  });
  const { sections: news, settings } = findChangesSinceShown(as('Before'), as('Now'));
  return [...news, ...settings.map(({ label }) => label)];
}

const LIVE = { number: 1, title: 'Before', published_at: '2026-11-01T00:00:00Z' };

test('what is submitted is news where it is other than shown; what its authors may change now is none', () => {
  const asked = { status: 'changes_requested', workflow: 'changes_requested', live: null } as const;
  const sections = { flashcards: 'queried', quiz: 'approved' } as const;
  expect(changedIn({ status: 'in_review', workflow: 'in_review', live: null })).toEqual([
    'flashcards',
    'quiz',
    'Title',
  ]);
  expect(changedIn({ ...asked, sections })).toEqual(['quiz']);
});

test('settings are news of a module under review alone, and nothing is of an archived one', () => {
  const approved = { flashcards: 'approved', quiz: 'approved' } as const;
  const editable = { flashcards: 'editable', quiz: 'editable' } as const;
  expect(changedIn({ status: 'published', workflow: null, live: LIVE, sections: approved })).not.toContain('Title');
  expect(changedIn({ status: 'draft', workflow: 'draft', live: null, sections: editable })).toEqual([]);
  expect(changedIn({ status: 'archived', workflow: 'draft', live: null, sections: editable })).toEqual([]);
  expect(changedIn({ status: 'archived', workflow: null, live: LIVE, sections: approved })).toEqual([]);
});
