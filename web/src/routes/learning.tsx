import { Outlet, createRoute } from '@tanstack/react-router';
import { lazyPage } from '../shell/lazy-page.tsx';
import { workspace } from './root.tsx';
import { z } from 'zod';

/** The step of a module, or a past attempt, to show; the overview if both are absent. */
const StudySearch = z.object({
  step: z.enum(['cards', 'quiz', 'next']).optional().catch(undefined),
  attempt: z.uuid().optional().catch(undefined),
});

const LibrarySearch = z.object({
  q: z.string().optional().catch(undefined),
  page: z.int().min(2).optional().catch(undefined),
});

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

const practice = createRoute({
  getParentRoute: () => training,
  path: '$module/practice',
  staticData: { permission: 'learning:study' },
  component: lazyPage(async () => (await import('../features/learning/practice-page.tsx')).PracticePage),
});

/** Routes for learners. */
export const learningRoutes = [training.addChildren([myTraining, library, study, practice])] as const;
