import type { LinkProps } from '@tanstack/react-router';
import type { Permission } from '@training/shared/permissions';

/** A page's dialog or list that the palette opens by the URL fragment. */
export interface PageCommand {
  to: NonNullable<LinkProps['to']>;
  hash?: string;
  title: string;
  /** Other words for it. */
  also: string;
  permission: Permission;
}

export const PAGE_COMMANDS: readonly PageCommand[] = [
  {
    to: '/$workspace/people',
    hash: 'new-person',
    title: 'Add or invite a person',
    also: 'new user create employee colleague staff member people hire join onboarding account profile registration',
    permission: 'users:invite',
  },
  {
    to: '/$workspace/people',
    hash: 'import',
    title: 'Import people from CSV',
    also: 'upload file excel spreadsheet users staff employees list bulk',
    permission: 'users:invite',
  },
  {
    to: '/$workspace/departments',
    hash: 'new-department',
    title: 'Create a department',
    also: 'new add team unit group division',
    permission: 'departments:write',
  },
  {
    to: '/$workspace/courses',
    hash: 'new-course',
    title: 'Create a course',
    also: 'new add make write build',
    permission: 'content:author',
  },
  {
    to: '/$workspace/ai',
    title: 'Generate cards and questions',
    also: 'ai create make new flashcards quiz test exam upload pdf word document draft automatic',
    permission: 'content:author',
  },
  {
    to: '/$workspace/assignments',
    hash: 'assign',
    title: 'Assign training',
    also: 'new assignment course give bulk deadline due date mandatory required enrol enroll module department role everyone',
    permission: 'assignments:manage',
  },
  {
    to: '/$workspace/reviews',
    title: 'Review what waits',
    also: 'approve publish queue reject return request changes decide pending sign off module',
    permission: 'reviews:decide',
  },
  {
    to: '/$workspace/analytics',
    title: 'See who is overdue',
    also: 'late behind missing people who has not done remind send reminder nudge chase report excuse exempt waive extend postpone due date deadline',
    permission: 'learners:compare',
  },
  {
    to: '/$workspace/settings',
    hash: 'new-token',
    title: 'Create an API token',
    also: 'new key hr system workday sap personio integration connect access rest bearer',
    permission: 'tokens:write',
  },
  {
    to: '/$workspace/settings',
    hash: 'provider-keys',
    title: 'Add a provider key',
    also: 'new ai api key anthropic claude openai chatgpt gpt gemini google azure ollama deepgram whisper speech model',
    permission: 'provider_keys:write',
  },
  {
    to: '/$workspace/settings/webhooks',
    hash: 'new-webhook',
    title: 'Add a webhook',
    also: 'new create endpoint events callback url push',
    permission: 'webhooks:write',
  },
  {
    to: '/$workspace/settings/drives',
    title: 'Connect a drive',
    also: 'google docs lark feishu add documents import sync folder',
    permission: 'drives:write',
  },
];

/** Actions of the palette itself, by the path that names them. */
export const DIRECT_COMMANDS = {
  '/#dark': { title: 'Use dark colours', also: 'theme night mode colors appearance black contrast' },
  '/#light': { title: 'Use light colours', also: 'theme day mode colors appearance bright' },
  '/#system-colours': { title: 'Use the system’s colours', also: 'theme automatic mode colors appearance' },
  '/#shortcuts': { title: 'Show keyboard shortcuts', also: 'keys hotkeys keyboard help' },
  '/#sign-out': { title: 'Sign out', also: 'log out logout leave exit quit switch account' },
} as const;
export type DirectCommand = keyof typeof DIRECT_COMMANDS;

export const isDirect = (path: string): path is DirectCommand => Object.hasOwn(DIRECT_COMMANDS, path);

/** Other words for pages, by title. Apart from the pages, which the frame loads. */
const PAGE_WORDS: Readonly<Record<string, string>> = {
  Start: 'home overview front page to do tasks',
  'My training':
    'start learning continue study courses quiz test exam cards practice practise certificates diploma proof results scores grades points passed failed due deadline overdue todo homework next lessons mistakes appeal complain streak retry repeat again attempts history missed',
  Library: 'flashcards find courses browse all catalog optional more practice practise',
  People:
    'users employees staff list team delete remove deactivate reactivate block suspend account fire leave left role make admin administrator rights permissions reset password sign-in login link invitation profile',
  Departments: 'teams units groups divisions organisation organization',
  Courses:
    'new create module lesson edit change write quiz flashcards submit resubmit withdraw unpublish archive restore drafts content questions cards pass mark attempts validity expiry preview',
  'AI tools': 'generate transcribe audio drafts',
  Recommended: 'suggestions articles inbox dismissed intake ideas',
  Review: 'publish approvals approve reject waiting pending comments',
  Assignments:
    'due dates deadline mandatory required training enrolment enrollment recertification renewal out of attempts',
  Grading: 'grades regrade correct marks spoken oral exam answers appeals complaints',
  Analytics:
    'statistics dashboard figures report kpi progress completion rate pass scores difficult questions compare departments expiring certificates export csv download excel',
  'Audit log':
    'history log activity who did changed what when export csv download evidence pack proof certificates compliance',
  'Settings › AI provider keys': 'claude anthropic openai gemini model rotate failing speech',
  'Settings › API tokens': 'revoke replace rotate delete docs documentation reference swagger openapi integration rest',
  'Settings › AI usage': 'ai costs budget spend spending money tokens limits price per module month',
  'Settings › Spoken answers': 'grading report works council confidence voice oral',
  'Settings › Workspace': 'company name rename time zone timezone logo',
  'Settings › Notifications':
    'emails mails slack microsoft teams chat channel reminders bell quiet hours digest unsubscribe',
  'Settings › Webhooks': 'events integration callback url failed deliveries replay',
  'Settings › Drives': 'google lark feishu documents docs files sync folders',
};

export const wordsFor = (title: string): string => PAGE_WORDS[title] ?? '';
