import { Outlet, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { z } from 'zod';
import { AiSearch, GradeSearch, JobSearch, SourceSearch } from './features/ai/ai-search.ts';
import { AnalyticsSearch } from './features/analytics/analytics-search.ts';
import { AssignedSearch, AssignmentSearch } from './features/assignments/assignment-search.ts';
import { AuditSearch } from './features/audit/audit-search.ts';
import { CourseSearch } from './features/courses/course-search.ts';
import { GradingSearch } from './features/grading/grading-search.ts';
import { LibrarySearch, StudySearch } from './features/learning/learning-search.ts';
import { SentSearch } from './features/notifications/sent/sent-search.ts';
import { QueueSearch, ReviewSearch } from './features/reviews/review-search.ts';
import { SuggestionSearch } from './features/suggestions/suggestion-search.ts';
import { PeopleSearch } from './features/users/people-search.ts';
import { DeliverySearch } from './features/webhooks/deliveries/delivery-search.ts';
import { ConsolePath } from './lib/next-page.ts';
import { BrokenPage, NotFoundPage } from './shell/error-pages.tsx';
import { HomePage } from './shell/home-page.tsx';
import { lazyPage } from './shell/lazy-page.tsx';
import { StartPage } from './shell/start-page.tsx';
import { WorkspaceLayout } from './shell/workspace-layout.tsx';
import { Loading } from './ui/states.tsx';

const root = createRootRoute({ component: Outlet });

const home = createRoute({ getParentRoute: () => root, path: '/', component: HomePage });

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: z.object({
    next: ConsolePath.optional().catch(undefined),
    error: z.string().optional().catch(undefined),
  }),
  component: lazyPage(async () => (await import('./features/sign-in/sign-in-page.tsx')).SignInPage),
});

const signInLink = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/link',
  component: lazyPage(async () => (await import('./features/sign-in/sign-in-link-page.tsx')).SignInLinkPage),
});

const workspace = createRoute({ getParentRoute: () => root, path: '/$workspace', component: WorkspaceLayout });

const start = createRoute({ getParentRoute: () => workspace, path: '/', component: StartPage });

const training = createRoute({
  getParentRoute: () => workspace,
  path: 'training',
  staticData: { permission: 'learning:study' },
  component: Outlet,
});

const myTraining = createRoute({
  getParentRoute: () => training,
  path: '/',
  component: lazyPage(async () => (await import('./features/learning/training-page.tsx')).TrainingPage),
});

const library = createRoute({
  getParentRoute: () => training,
  path: 'library',
  validateSearch: LibrarySearch,
  component: lazyPage(async () => (await import('./features/learning/library-page.tsx')).LibraryPage),
});

const study = createRoute({
  getParentRoute: () => training,
  path: '$module',
  validateSearch: StudySearch,
  component: lazyPage(async () => (await import('./features/learning/study-page.tsx')).StudyPage),
});

const people = createRoute({
  getParentRoute: () => workspace,
  path: 'people',
  staticData: { permission: 'users:read' },
  validateSearch: PeopleSearch,
  component: lazyPage(async () => (await import('./features/users/people-page.tsx')).PeoplePage),
});

const departments = createRoute({
  getParentRoute: () => workspace,
  path: 'departments',
  staticData: { permission: 'departments:read' },
  component: lazyPage(async () => (await import('./features/departments/departments-page.tsx')).DepartmentsPage),
});

const courses = createRoute({
  getParentRoute: () => workspace,
  path: 'courses',
  staticData: { permission: 'drafts:read' },
  component: Outlet,
});

const courseList = createRoute({
  getParentRoute: () => courses,
  path: '/',
  validateSearch: CourseSearch,
  component: lazyPage(async () => (await import('./features/courses/courses-page.tsx')).CoursesPage),
});

const course = createRoute({
  getParentRoute: () => courses,
  path: '$course',
  component: lazyPage(async () => (await import('./features/courses/course-page.tsx')).CoursePage),
});

const courseModule = createRoute({
  getParentRoute: () => courses,
  path: '$course/$module',
  component: lazyPage(async () => (await import('./features/modules/module-page.tsx')).ModulePage),
});

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
  component: lazyPage(async () => (await import('./features/ai/ai-page.tsx')).AiPage),
});

const aiSource = createRoute({
  getParentRoute: () => ai,
  path: 'source',
  validateSearch: SourceSearch,
  component: lazyPage(async () => (await import('./features/ai/source-page.tsx')).SourcePage),
});

const aiFeedback = createRoute({
  getParentRoute: () => ai,
  path: 'feedback',
  component: lazyPage(async () => (await import('./features/ai/feedback-page.tsx')).FeedbackPage),
});

const aiGrade = createRoute({
  getParentRoute: () => ai,
  path: 'grade',
  validateSearch: GradeSearch,
  component: lazyPage(async () => (await import('./features/ai/grade-page.tsx')).GradePage),
});

const aiTranscribe = createRoute({
  getParentRoute: () => ai,
  path: 'transcribe',
  component: lazyPage(async () => (await import('./features/ai/transcribe-page.tsx')).TranscribePage),
});

const aiJob = createRoute({
  getParentRoute: () => ai,
  path: 'jobs/$job',
  validateSearch: JobSearch,
  component: lazyPage(async () => (await import('./features/ai/job-page.tsx')).JobPage),
});

const recommended = createRoute({
  getParentRoute: () => workspace,
  path: 'recommended',
  staticData: { permission: 'suggestions:read' },
  component: Outlet,
});

const queue = createRoute({
  getParentRoute: () => recommended,
  path: '/',
  validateSearch: SuggestionSearch,
  component: lazyPage(async () => (await import('./features/suggestions/recommended-page.tsx')).RecommendedPage),
});

const suggestion = createRoute({
  getParentRoute: () => recommended,
  path: '$suggestion',
  component: lazyPage(async () => (await import('./features/suggestions/suggestion-page.tsx')).SuggestionPage),
});

const reviews = createRoute({
  getParentRoute: () => workspace,
  path: 'reviews',
  staticData: { permission: 'review_queue:read' },
  component: Outlet,
});

const reviewQueue = createRoute({
  getParentRoute: () => reviews,
  path: '/',
  validateSearch: QueueSearch,
  component: lazyPage(async () => (await import('./features/reviews/queue/queue-page.tsx')).QueuePage),
});

const review = createRoute({
  getParentRoute: () => reviews,
  path: '$module',
  validateSearch: ReviewSearch,
  component: lazyPage(async () => (await import('./features/reviews/review-page.tsx')).ReviewPage),
});

const assignments = createRoute({
  getParentRoute: () => workspace,
  path: 'assignments',
  staticData: { permission: 'assignments:manage' },
  component: Outlet,
});

const assignmentList = createRoute({
  getParentRoute: () => assignments,
  path: '/',
  validateSearch: AssignmentSearch,
  component: lazyPage(async () => (await import('./features/assignments/assignments-page.tsx')).AssignmentsPage),
});

const assignment = createRoute({
  getParentRoute: () => assignments,
  path: '$assignment',
  validateSearch: AssignedSearch,
  component: lazyPage(async () => (await import('./features/assignments/assignment-page.tsx')).AssignmentPage),
});

const grading = createRoute({
  getParentRoute: () => workspace,
  path: 'grading',
  staticData: { permission: 'answers:grade' },
  validateSearch: GradingSearch,
  component: lazyPage(async () => (await import('./features/grading/grading-page.tsx')).GradingPage),
});

const analytics = createRoute({
  getParentRoute: () => workspace,
  path: 'analytics',
  staticData: { permission: 'learners:compare' },
  validateSearch: AnalyticsSearch,
  component: lazyPage(async () => (await import('./features/analytics/analytics-page.tsx')).AnalyticsPage),
});

const audit = createRoute({
  getParentRoute: () => workspace,
  path: 'audit',
  staticData: { permission: 'audit:read' },
  validateSearch: AuditSearch,
  component: lazyPage(async () => (await import('./features/audit/audit-page.tsx')).AuditPage),
});

const settings = createRoute({
  getParentRoute: () => workspace,
  path: 'settings',
  staticData: { permission: 'tokens:read' },
  component: lazyPage(async () => (await import('./features/settings/settings-page.tsx')).SettingsPage),
});

const workspaceSettings = createRoute({
  getParentRoute: () => workspace,
  path: 'settings/workspace',
  staticData: { permission: 'workspace:read' },
  component: lazyPage(async () => (await import('./features/workspaces/workspace-page.tsx')).WorkspacePage),
});

const notifications = createRoute({
  getParentRoute: () => workspace,
  path: 'settings/notifications',
  staticData: { permission: 'notifications:read' },
  component: Outlet,
});

const notificationSettings = createRoute({
  getParentRoute: () => notifications,
  path: '/',
  component: lazyPage(
    async () => (await import('./features/notifications/settings/notifications-page.tsx')).NotificationsPage,
  ),
});

const notificationsSent = createRoute({
  getParentRoute: () => notifications,
  path: 'sent',
  staticData: { permission: 'notifications:trace' },
  validateSearch: SentSearch,
  component: lazyPage(async () => (await import('./features/notifications/sent/sent-page.tsx')).SentPage),
});

const webhooks = createRoute({
  getParentRoute: () => workspace,
  path: 'settings/webhooks',
  staticData: { permission: 'webhooks:read' },
  component: Outlet,
});

const webhookList = createRoute({
  getParentRoute: () => webhooks,
  path: '/',
  component: lazyPage(async () => (await import('./features/webhooks/webhooks-page.tsx')).WebhooksPage),
});

const webhook = createRoute({
  getParentRoute: () => webhooks,
  path: '$webhook',
  validateSearch: DeliverySearch,
  component: lazyPage(async () => (await import('./features/webhooks/endpoint/webhook-page.tsx')).WebhookPage),
});

/** A new page: its route above, its name here, its line in shell/navigation.ts. */
const tree = root.addChildren([
  home,
  signIn,
  signInLink,
  workspace.addChildren([
    start,
    training.addChildren([myTraining, library, study]),
    people,
    departments,
    courses.addChildren([courseList, course, courseModule]),
    ai.addChildren([aiTools, aiSource, aiFeedback, aiGrade, aiTranscribe, aiJob]),
    recommended.addChildren([queue, suggestion]),
    reviews.addChildren([reviewQueue, review]),
    assignments.addChildren([assignmentList, assignment]),
    grading,
    analytics,
    audit,
    settings,
    workspaceSettings,
    notifications.addChildren([notificationSettings, notificationsSent]),
    webhooks.addChildren([webhookList, webhook]),
  ]),
]);

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultErrorComponent: BrokenPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
