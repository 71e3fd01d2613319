import {
  IconArrowRight,
  IconBook2,
  IconCards,
  IconInbox,
  IconSchool,
  IconUser,
  type TablerIcon,
} from '@tabler/icons-react';
import type { Entry } from './entries.ts';

const ICONS: Record<Entry['kind'], TablerIcon> = {
  page: IconArrowRight,
  person: IconUser,
  course: IconBook2,
  module: IconCards,
  suggestion: IconInbox,
  lesson: IconSchool,
};

export function EntryIcon({ kind }: { kind: Entry['kind'] }) {
  const Icon = ICONS[kind];
  return <Icon size={18} stroke={1.5} aria-hidden />;
}
