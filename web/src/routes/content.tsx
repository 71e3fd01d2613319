import { Outlet, createRoute } from '@tanstack/react-router';
import { CourseListSearchParams } from '../features/courses/course-search.ts';
import { ImportSearchParams } from '../features/courses/import/import-search.ts';
import { ReviewQueueSearchParams, ReviewSearchParams } from '../features/reviews/review-search.ts';
import { RevisionSearchParams } from '../features/revisions/revision-search.ts';
import { SuggestionSearchParams } from '../features/suggestions/suggestion-search.ts';
import { VariantQueueSearchParams } from '../features/translations/translation-search.ts';
import { lazyPage } from '../shell/lazy-page.tsx';
import { workspaceRoute } from './root.tsx';

const courses = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'courses',
  staticData: { permission: 'drafts:read' },
  component: Outlet,
});

const courseList = createRoute({
  getParentRoute: () => courses,
  path: '/',
  validateSearch: CourseListSearchParams,
  component: lazyPage(async () => (await import('../features/courses/courses-page.tsx')).CoursesPage),
});

const courseImport = createRoute({
  getParentRoute: () => courses,
  path: 'import',
  staticData: { permission: 'content:author' },
  validateSearch: ImportSearchParams,
  component: lazyPage(async () => (await import('../features/courses/import/import-page.tsx')).ImportPage),
});

const course = createRoute({
  getParentRoute: () => courses,
  path: '$course',
  component: lazyPage(async () => (await import('../features/courses/course-page.tsx')).CourseDetailPage),
});

const courseModule = createRoute({
  getParentRoute: () => courses,
  path: '$course/$module',
  component: lazyPage(async () => (await import('../features/modules/module-page.tsx')).ModulePage),
});

const moduleSource = createRoute({
  getParentRoute: () => courses,
  path: '$course/$module/source',
  component: lazyPage(
    async () => (await import('../features/source-drift/source-drift-page.tsx')).ModuleSourceDriftPage,
  ),
});

const modulePreview = createRoute({
  getParentRoute: () => courses,
  path: '$course/$module/preview',
  component: lazyPage(async () => (await import('../features/modules/preview-page.tsx')).LearnerPreviewPage),
});

const moduleRevisions = createRoute({
  getParentRoute: () => courses,
  path: '$course/$module/revisions',
  validateSearch: RevisionSearchParams,
  component: lazyPage(async () => (await import('../features/revisions/revisions-page.tsx')).RevisionsPage),
});

const moduleLanguages = createRoute({
  getParentRoute: () => courses,
  path: '$course/$module/languages',
  component: Outlet,
});

const languageList = createRoute({
  getParentRoute: () => moduleLanguages,
  path: '/',
  component: lazyPage(async () => (await import('../features/translations/languages-page.tsx')).ModuleLanguagesPage),
});

const moduleLanguage = createRoute({
  getParentRoute: () => moduleLanguages,
  path: '$language',
  component: lazyPage(async () => (await import('../features/translations/variant-page.tsx')).VariantPage),
});

const translations = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'translations',
  staticData: { permission: 'drafts:read' },
  validateSearch: VariantQueueSearchParams,
  component: lazyPage(async () => (await import('../features/translations/variant-queue-page.tsx')).VariantQueuePage),
});

const recommended = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'recommended',
  staticData: { permission: 'suggestions:read' },
  component: Outlet,
});

const queue = createRoute({
  getParentRoute: () => recommended,
  path: '/',
  validateSearch: SuggestionSearchParams,
  component: lazyPage(async () => (await import('../features/suggestions/recommended-page.tsx')).RecommendedPage),
});

const suggestion = createRoute({
  getParentRoute: () => recommended,
  path: '$suggestion',
  component: lazyPage(async () => (await import('../features/suggestions/suggestion-page.tsx')).SuggestionDetailPage),
});

const reviews = createRoute({
  getParentRoute: () => workspaceRoute,
  path: 'reviews',
  staticData: { permission: 'review_queue:read' },
  component: Outlet,
});

const reviewQueue = createRoute({
  getParentRoute: () => reviews,
  path: '/',
  validateSearch: ReviewQueueSearchParams,
  component: lazyPage(async () => (await import('../features/reviews/queue-page.tsx')).ReviewQueuePage),
});

const review = createRoute({
  getParentRoute: () => reviews,
  path: '$module',
  validateSearch: ReviewSearchParams,
  component: lazyPage(async () => (await import('../features/reviews/review-page.tsx')).ReviewPage),
});

/** Routes of courses, suggestions and reviews. */
export const contentRoutes = [
  courses.addChildren([
    courseList,
    courseImport,
    course,
    courseModule,
    moduleSource,
    modulePreview,
    moduleRevisions,
    moduleLanguages.addChildren([languageList, moduleLanguage]),
  ]),
  translations,
  recommended.addChildren([queue, suggestion]),
  reviews.addChildren([reviewQueue, review]),
] as const;
