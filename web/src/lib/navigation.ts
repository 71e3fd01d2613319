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
import type { CountedPage } from '@training/shared/overview/overview';
import type { Permission } from '@training/shared/permissions';

export interface NavigationItem {
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
  icon: TablerIcon;
  /** The permission to see the item. */
  permission: Permission;
  /** The count shown next to it, and its label: “Review, 3 waiting”. */
  counted?: { page: CountedPage; as: string };
}

/** The menu, in order. A new page needs an entry here (with its path in `to` above) and a route in `routes/`. */
export const NAVIGATION: NavigationItem[] = [
  // Not for learners, who start at My training.
  { to: '/$workspace', title: 'Start', icon: IconHome, permission: 'drafts:read' },
  {
    to: '/$workspace/training',
    title: 'My training',
    icon: IconSchool,
    permission: 'results:read',
    counted: { page: 'training', as: 'to do' },
  },
  {
    to: '/$workspace/people',
    title: 'People',
    icon: IconUsers,
    permission: 'users:read',
  },
  {
    to: '/$workspace/departments',
    title: 'Departments',
    icon: IconBuilding,
    permission: 'departments:read',
  },
  {
    to: '/$workspace/courses',
    title: 'Courses',
    icon: IconBook2,
    permission: 'drafts:read',
    counted: { page: 'courses', as: 'to change' },
  },
  {
    to: '/$workspace/ai',
    title: 'AI tools',
    icon: IconSparkles,
    permission: 'content:author',
  },
  {
    to: '/$workspace/recommended',
    title: 'Recommended',
    icon: IconInbox,
    permission: 'suggestions:read',
    counted: { page: 'recommended', as: 'waiting' },
  },
  {
    to: '/$workspace/reviews',
    title: 'Review',
    icon: IconClipboardCheck,
    permission: 'review_queue:read',
    counted: { page: 'reviews', as: 'waiting' },
  },
  {
    to: '/$workspace/assignments',
    title: 'Assignments',
    icon: IconClipboardList,
    permission: 'assignments:manage',
  },
  {
    to: '/$workspace/grading',
    title: 'Grading',
    icon: IconMicrophone,
    permission: 'answers:grade',
    counted: { page: 'grading', as: 'to grade' },
  },
  {
    to: '/$workspace/analytics',
    title: 'Analytics',
    icon: IconChartBar,
    permission: 'learners:compare',
  },
  {
    to: '/$workspace/audit',
    title: 'Audit log',
    icon: IconHistory,
    permission: 'audit:read',
  },
  {
    to: '/$workspace/settings',
    title: 'Settings',
    icon: IconSettings,
    permission: 'tokens:read',
    counted: { page: 'settings', as: 'failing' },
  },
];
