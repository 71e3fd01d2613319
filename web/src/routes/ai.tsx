import { Outlet, createRoute } from '@tanstack/react-router';
import { AiSearch, GradeSearch, JobSearch, SourceSearch } from '../features/ai/ai-search.ts';
import { lazyPage } from '../shell/lazy-page.tsx';
import { workspace } from './root.tsx';

const ai = createRoute({
  getParentRoute: () => workspace,
  path: 'ai',
  staticData: { permission: 'content:author' },
  component: Outlet,
});

const aiTools = createRoute({
  getParentRoute: () => ai,
  path: '/',
  validateSearch: AiSearch,
  component: lazyPage(async () => (await import('../features/ai/ai-page.tsx')).AiPage),
});

const aiSource = createRoute({
  getParentRoute: () => ai,
  path: 'source',
  validateSearch: SourceSearch,
  component: lazyPage(async () => (await import('../features/ai/source-page.tsx')).SourcePage),
});

const aiFeedback = createRoute({
  getParentRoute: () => ai,
  path: 'feedback',
  component: lazyPage(async () => (await import('../features/ai/feedback-page.tsx')).FeedbackPage),
});

const aiGrade = createRoute({
  getParentRoute: () => ai,
  path: 'grade',
  validateSearch: GradeSearch,
  component: lazyPage(async () => (await import('../features/ai/grade-page.tsx')).GradePage),
});

const aiTranscribe = createRoute({
  getParentRoute: () => ai,
  path: 'transcribe',
  component: lazyPage(async () => (await import('../features/ai/transcribe-page.tsx')).TranscribePage),
});

const aiJob = createRoute({
  getParentRoute: () => ai,
  path: 'jobs/$job',
  validateSearch: JobSearch,
  component: lazyPage(async () => (await import('../features/ai/job-page.tsx')).JobPage),
});

/** Routes of the AI tools. */
export const aiRoutes = [ai.addChildren([aiTools, aiSource, aiFeedback, aiGrade, aiTranscribe, aiJob])] as const;
