import { Outlet, createRoute } from '@tanstack/react-router';
import { TeamSearchParams } from '../features/team/team-search.ts';
import { lazyPage } from '../shell/lazy-page.tsx';
import { workspaceRoute } from './root.tsx';
import {
  idParameter,
  createIntegerParameter,
  createOneOfParameter,
  createSearchParamsValidator,
  textParameter,
} from '../lib/search-params.ts';

/** The step of a module, or a past attempt, to show; the overview if both are absent. */
const StudySearch = createSearchParamsValidator({
  step: createOneOfParameter({ cards: true, quiz: true, next: true }),
  attempt: idParameter,
});

const LibrarySearch = createSearchParamsValidator({
  q: textParameter,
  page: createIntegerParameter(2, 1_000_000),
});

const training = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'training',
  staticData: { permission: 'results:read' },
  component: Outlet,
});

const myTraining = createRoute({
  getParentRoute: () => training,
  path: '/',
  component: lazyPage(async () => (await import('../features/learning/training-page.tsx')).MyTrainingPage),
});

const library = createRoute({
  getParentRoute: () => training,
  path: 'library',
  staticData: { permission: 'learning:study' },
  validateSearch: LibrarySearch,
  component: lazyPage(async () => (await import('../features/learning/library-page.tsx')).LibraryPage),
});

const study = createRoute({
  getParentRoute: () => training,
  path: '$module',
  validateSearch: StudySearch,
  component: lazyPage(async () => (await import('../features/learning/study-page.tsx')).StudyPage),
});

const practice = createRoute({
  getParentRoute: () => training,
  path: '$module/practice',
  staticData: { permission: 'learning:study' },
  component: lazyPage(async () => (await import('../features/learning/practice-page.tsx')).MissedCardPracticePage),
});

const team = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'team',
  staticData: { permission: 'team:read' },
  validateSearch: TeamSearchParams,
  component: lazyPage(async () => (await import('../features/team/team-page.tsx')).TeamPage),
});

/** Routes for learners and their managers. */
export const learningRoutes = [training.addChildren([myTraining, library, study, practice]), team] as const;
