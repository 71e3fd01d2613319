import { Outlet, createRoute } from '@tanstack/react-router';
import {
  AiJobListSearchParams,
  OralGradingSearchParams,
  AiJobSearchParams,
  GenerateItemsSearchParams,
} from '../features/ai/ai-search.ts';
import { lazyPage } from '../shell/lazy-page.tsx';
import { workspaceRoute } from './root.tsx';

const ai = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'ai',
  staticData: { permission: 'content:author' },
  component: Outlet,
});

const aiTools = createRoute({
  getParentRoute: () => ai,
  path: '/',
  validateSearch: AiJobListSearchParams,
  component: lazyPage(async () => (await import('../features/ai/ai-page.tsx')).AiPage),
});

const aiSource = createRoute({
  getParentRoute: () => ai,
  path: 'source',
  validateSearch: GenerateItemsSearchParams,
  component: lazyPage(async () => (await import('../features/ai/source-page.tsx')).GenerateItemsPage),
});

const aiFeedback = createRoute({
  getParentRoute: () => ai,
  path: 'feedback',
  component: lazyPage(async () => (await import('../features/ai/feedback-page.tsx')).FeedbackAnalysisPage),
});

const aiGrade = createRoute({
  getParentRoute: () => ai,
  path: 'grade',
  validateSearch: OralGradingSearchParams,
  component: lazyPage(async () => (await import('../features/ai/oral-grading-page.tsx')).OralGradingPage),
});

const aiTranscribe = createRoute({
  getParentRoute: () => ai,
  path: 'transcribe',
  component: lazyPage(async () => (await import('../features/ai/transcribe-page.tsx')).TranscribePage),
});

const aiJob = createRoute({
  getParentRoute: () => ai,
  path: 'jobs/$job',
  validateSearch: AiJobSearchParams,
  component: lazyPage(async () => (await import('../features/ai/job-page.tsx')).JobPage),
});

/** Routes of the AI tools. */
export const aiRoutes = [ai.addChildren([aiTools, aiSource, aiFeedback, aiGrade, aiTranscribe, aiJob])] as const;
