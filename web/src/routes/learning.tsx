import { Outlet, createRoute } from '@tanstack/react-router';
import { LibrarySearch, StudySearch } from '../features/learning/learning-search.ts';
import { lazyPage } from '../shell/lazy-page.tsx';
import { workspace } from './root.tsx';

const training = createRoute({
  getParentRoute: () => workspace,
  path: 'training',
  staticData: { permission: 'results:read' },
  component: Outlet,
});

const myTraining = createRoute({
  getParentRoute: () => training,
  path: '/',
  component: lazyPage(async () => (await import('../features/learning/training-page.tsx')).TrainingPage),
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

/** Routes for learners. */
export const learningRoutes = [training.addChildren([myTraining, library, study])] as const;
