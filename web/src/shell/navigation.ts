import {
  IconBook2,
  IconBuilding,
  IconChartBar,
  IconClipboardCheck,
  IconClipboardList,
  IconHistory,
  IconHome,
  IconInbox,
  IconMicrophone,
  IconSchool,
  IconSettings,
  IconSparkles,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Permission } from '@training/shared/permissions';

interface NavigationItem {
  to:
    | '/$workspace'
    | '/$workspace/training'
    | '/$workspace/people'
    | '/$workspace/departments'
    | '/$workspace/courses'
    | '/$workspace/ai'
    | '/$workspace/recommended'
    | '/$workspace/reviews'
    | '/$workspace/assignments'
    | '/$workspace/grading'
    | '/$workspace/analytics'
    | '/$workspace/audit'
    | '/$workspace/settings';
  title: string;
  /** One line for the start page. */
  description: string;
  icon: TablerIcon;
  /** A role without it does not see the item. */
  permission: Permission;
}

/** The menu, in order. Each page has its line here (and its path in `to` above) and its route in routes.tsx. */
export const NAVIGATION: NavigationItem[] = [
  // For whoever has something to administer: learners begin with their training.
  { to: '/$workspace', title: 'Start', description: '', icon: IconHome, permission: 'drafts:read' },
  {
    to: '/$workspace/training',
    title: 'My training',
    description: 'What you have to learn, and what you have done.',
    icon: IconSchool,
    permission: 'learning:study',
  },
  {
    to: '/$workspace/people',
    title: 'People',
    description: 'Who is in this workspace, and in which role.',
    icon: IconUsers,
    permission: 'users:read',
  },
  {
    to: '/$workspace/departments',
    title: 'Departments',
    description: 'What people, courses and suggestions belong to.',
    icon: IconBuilding,
    permission: 'departments:read',
  },
  {
    to: '/$workspace/courses',
    title: 'Courses',
    description: 'Modules with their flashcards and quizzes.',
    icon: IconBook2,
    permission: 'drafts:read',
  },
  {
    to: '/$workspace/ai',
    title: 'AI tools',
    description: 'Cards, quizzes and more, made of your own material.',
    icon: IconSparkles,
    permission: 'content:author',
  },
  {
    to: '/$workspace/recommended',
    title: 'Recommended',
    description: 'Content that other systems suggest to teach.',
    icon: IconInbox,
    permission: 'suggestions:read',
  },
  {
    to: '/$workspace/reviews',
    title: 'Review',
    description: 'What trainers have submitted and reviewers decide.',
    icon: IconClipboardCheck,
    permission: 'review_queue:read',
  },
  {
    to: '/$workspace/assignments',
    title: 'Assignments',
    description: 'What people have to learn, and until when.',
    icon: IconClipboardList,
    permission: 'assignments:manage',
  },
  {
    to: '/$workspace/grading',
    title: 'Grading',
    description: 'Spoken answers and appeals that wait for a person.',
    icon: IconMicrophone,
    permission: 'answers:grade',
  },
  {
    to: '/$workspace/analytics',
    title: 'Analytics',
    description: 'Completion, certificates, and who needs attention.',
    icon: IconChartBar,
    permission: 'learners:compare',
  },
  {
    to: '/$workspace/audit',
    title: 'Audit log',
    description: 'Who did what, and when.',
    icon: IconHistory,
    permission: 'audit:read',
  },
  {
    to: '/$workspace/settings',
    title: 'Settings',
    description: 'Provider keys, API tokens, notifications, webhooks and drives.',
    icon: IconSettings,
    permission: 'tokens:read',
  },
];
