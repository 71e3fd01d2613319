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
    also: 'new user create employee colleague people hire onboarding account profile',
    permission: 'users:invite',
  },
  {
    to: '/$workspace/people',
    hash: 'import',
    title: 'Import people from CSV',
    also: 'upload file excel users',
    permission: 'users:invite',
  },
  {
    to: '/$workspace/departments',
    hash: 'new-department',
    title: 'Create a department',
    also: 'new add team',
    permission: 'departments:write',
  },
  {
    to: '/$workspace/courses',
    hash: 'new-course',
    title: 'Create a course',
    also: 'new add make',
    permission: 'content:author',
  },
  {
    to: '/$workspace/ai',
    title: 'Generate cards and questions',
    also: 'ai create make flashcards quiz document',
    permission: 'content:author',
  },
  {
    to: '/$workspace/assignments',
    hash: 'assign',
    title: 'Assign training',
    also: 'new assignment course give bulk',
    permission: 'assignments:manage',
  },
  {
    to: '/$workspace/reviews',
    title: 'Review what waits',
    also: 'approve publish queue',
    permission: 'reviews:decide',
  },
  {
    to: '/$workspace/analytics',
    title: 'See who is overdue',
    also: 'late behind remind reminder report excuse extend due date',
    permission: 'learners:compare',
  },
  {
    to: '/$workspace/settings',
    hash: 'new-token',
    title: 'Create an API token',
    also: 'new key hr system integration',
    permission: 'tokens:write',
  },
  {
    to: '/$workspace/settings',
    hash: 'provider-keys',
    title: 'Add a provider key',
    also: 'new ai api key anthropic claude openai gemini google azure deepgram',
    permission: 'provider_keys:write',
  },
  {
    to: '/$workspace/settings/webhooks',
    hash: 'new-webhook',
    title: 'Add a webhook',
    also: 'new create endpoint events',
    permission: 'webhooks:write',
  },
  {
    to: '/$workspace/settings/drives',
    title: 'Connect a drive',
    also: 'google lark feishu add documents',
    permission: 'drives:write',
  },
];

/** Actions of the palette itself, by the path that names them. */
export const DIRECT_COMMANDS = {
  '/#dark': { title: 'Use dark colours', also: 'theme night mode colors appearance' },
  '/#light': { title: 'Use light colours', also: 'theme day mode colors appearance bright' },
  '/#system-colours': { title: 'Use the system’s colours', also: 'theme automatic mode colors appearance' },
  '/#shortcuts': { title: 'Show keyboard shortcuts', also: 'keys help' },
  '/#sign-out': { title: 'Sign out', also: 'log out logout leave' },
} as const;
export type DirectCommand = keyof typeof DIRECT_COMMANDS;

export const isDirect = (path: string): path is DirectCommand => Object.hasOwn(DIRECT_COMMANDS, path);

/** Other words for pages, by title. Apart from the pages, which the frame loads. */
const PAGE_WORDS: Readonly<Record<string, string>> = {
  Start: 'home overview',
  'My training':
    'start learning continue study courses quiz cards practice practise certificates results grades due appeal streak',
  Library: 'flashcards find courses browse all practice practise',
  People: 'users employees team delete remove deactivate role reset password sign-in link',
  Departments: 'teams units',
  Courses: 'new create module lesson edit write submit content preview',
  'AI tools': 'generate transcribe drafts',
  Recommended: 'suggestions articles inbox',
  Review: 'publish approvals',
  Assignments: 'due dates mandatory required',
  Grading: 'grades spoken answers appeals',
  Analytics: 'statistics dashboard figures report progress export csv download excel',
  'Audit log': 'history export csv download evidence pack certificates',
  'Settings › AI provider keys': 'claude anthropic openai gemini model rotate',
  'Settings › API tokens': 'revoke replace rotate delete docs documentation reference integration rest',
  'Settings › AI usage': 'costs budget spending limits',
  'Settings › Spoken answers': 'grading confidence voice',
  'Settings › Workspace': 'company name rename time zone logo',
  'Settings › Notifications': 'emails mails slack teams chat channel reminders bell',
  'Settings › Webhooks': 'events integration',
  'Settings › Drives': 'google lark feishu documents files',
};

export const wordsFor = (title: string): string => PAGE_WORDS[title] ?? '';
