import {
  IconBook2,
  IconBuilding,
  IconChartBar,
  IconClipboardCheck,
  IconClipboardList,
  IconHistory,
  IconHome,
  IconInbox,
  IconLanguage,
  IconMicrophone,
  IconSchool,
  IconSettings,
  IconSparkles,
  IconUsers,
  IconUsersGroup,
  type TablerIcon,
} from '@tabler/icons-react';
import type { MessageKey } from '@training/shared/i18n/translator';
import type { MenuPageWithCount } from '@training/shared/overview/overview';
import { type Permission, permissionReachOf } from '@training/shared/permissions';
import type { Membership } from '@training/shared/sessions';
import { translatorOf } from './i18n/translator.ts';

const t = translatorOf('frame');

export interface NavigationItem {
  to:
    | '/$workspace'
    | '/$workspace/training'
    | '/$workspace/team'
    | '/$workspace/people'
    | '/$workspace/departments'
    | '/$workspace/courses'
    | '/$workspace/ai'
    | '/$workspace/recommended'
    | '/$workspace/translations'
    | '/$workspace/reviews'
    | '/$workspace/assignments'
    | '/$workspace/grading'
    | '/$workspace/analytics'
    | '/$workspace/audit'
    | '/$workspace/settings';
  title: Extract<MessageKey<'frame'>, `page.${string}`>;
  icon: TablerIcon;
  /** The permission to see the item. */
  permission: Permission;
  /** True if only people who manage someone see it. */
  isForManagers?: true;
  /** The count shown next to it. */
  counted?: MenuPageWithCount;
}

/**
 * The menu, in order. A new page needs an entry here (with its path in `to` above), its title in
 * `shared/messages/en/frame.json`, and a route in `routes/`.
 */
export const NAVIGATION: NavigationItem[] = [
  // Not for learners, who start at My training.
  { to: '/$workspace', title: 'page.start', icon: IconHome, permission: 'drafts:read' },
  {
    to: '/$workspace/training',
    title: 'page.training',
    icon: IconSchool,
    permission: 'results:read',
    counted: 'training',
  },
  {
    to: '/$workspace/team',
    title: 'page.team',
    icon: IconUsersGroup,
    permission: 'team:read',
    isForManagers: true,
  },
  {
    to: '/$workspace/people',
    title: 'page.people',
    icon: IconUsers,
    permission: 'users:read',
  },
  {
    to: '/$workspace/departments',
    title: 'page.departments',
    icon: IconBuilding,
    permission: 'departments:read',
  },
  {
    to: '/$workspace/courses',
    title: 'page.courses',
    icon: IconBook2,
    permission: 'drafts:read',
    counted: 'courses',
  },
  {
    to: '/$workspace/ai',
    title: 'page.ai',
    icon: IconSparkles,
    permission: 'content:author',
  },
  {
    to: '/$workspace/recommended',
    title: 'page.recommended',
    icon: IconInbox,
    permission: 'suggestions:read',
    counted: 'recommended',
  },
  {
    to: '/$workspace/reviews',
    title: 'page.reviews',
    icon: IconClipboardCheck,
    permission: 'review_queue:read',
    counted: 'reviews',
  },
  {
    to: '/$workspace/translations',
    title: 'page.translations',
    icon: IconLanguage,
    permission: 'drafts:read',
  },
  {
    to: '/$workspace/assignments',
    title: 'page.assignments',
    icon: IconClipboardList,
    permission: 'assignments:manage',
  },
  {
    to: '/$workspace/grading',
    title: 'page.grading',
    icon: IconMicrophone,
    permission: 'answers:grade',
    counted: 'grading',
  },
  {
    to: '/$workspace/analytics',
    title: 'page.analytics',
    icon: IconChartBar,
    permission: 'learners:compare',
  },
  {
    to: '/$workspace/audit',
    title: 'page.audit',
    icon: IconHistory,
    permission: 'audit:read',
  },
  {
    to: '/$workspace/settings',
    title: 'page.settings',
    icon: IconSettings,
    permission: 'tokens:read',
    counted: 'settings',
  },
];

/** Returns true if the person sees the item. */
export const isShownTo = ({ permission, isForManagers }: ShownTo, { role, manages }: Membership['user']): boolean =>
  permissionReachOf(role, permission) !== undefined && (isForManagers !== true || manages);
type ShownTo = Pick<NavigationItem, 'permission' | 'isForManagers'>;

export const navigationTitleOf = ({ title }: NavigationItem): string => t(title);

/** Returns the link's name with the count: “Review, 3 waiting”. */
export const navigationTitleWithCountOf = (counted: MenuPageWithCount, count: string): string =>
  t(`counted.${counted}`, { count });
