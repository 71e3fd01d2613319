/**
 * The shape of the demo workspace's content. Plain data without ids: records name each other by
 * key, so that the seed decides identity and the prose can be read and corrected by somebody who knows the work.
 */
import type { ModuleStatus } from '@training/shared/courses/courses';
import type { Role } from '@training/shared/permissions';

export type DepartmentKey = 'warehouse' | 'transport' | 'customer_service' | 'people_compliance';

export type DemoDepartment = { key: DepartmentKey; name: string };

export type Flashcard = { front: string; back: string };

/** `correct` is the zero-based index, or indices, into `options`. `accepted` is compared without regard to case. */
export type Question =
  | { kind: 'single_choice'; prompt: string; options: string[]; correct: number; explanation: string }
  | { kind: 'multiple_choice'; prompt: string; options: string[]; correct: number[]; explanation: string }
  | { kind: 'short_text'; prompt: string; accepted: string[]; explanation: string }
  | { kind: 'spoken'; prompt: string; rubric: string[]; explanation: string };

/** `validityDays`: how long a completion counts before recertification is due; absent means for good. */
export type DemoModule = {
  title: string;
  status: ModuleStatus;
  validityDays?: number;
  flashcards: Flashcard[];
  questions: Question[];
};

export type DemoCourse = {
  title: string;
  emoji: string;
  department: DepartmentKey;
  published: boolean;
  modules: DemoModule[];
};

export type DemoPerson = {
  fullName: string;
  email: string;
  role: Role;
  department?: DepartmentKey;
  inactive?: true;
};

/** Without `title`, the first Markdown heading of `content` serves. `daysAgo` counts back from the seeding. */
export type DemoSuggestion = {
  title?: string;
  sourceName: string;
  sourceUrl?: string;
  department?: DepartmentKey;
  content: string;
  daysAgo: number;
  dismissed?: { reason: string };
};
