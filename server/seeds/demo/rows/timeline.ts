import type { DepartmentKey } from '../content.ts';

/** When things happened at the demo company, in days before the seeding. What is not named here follows from it. */

export const WORKSPACE_MADE = 440;

/** The one API token of the company's past: made, used every night, revoked when the new HR system came. */
export const HR_SYNC = {
  name: 'HR sync (old system)',
  issued: 335,
  lastUsed: 61.2,
  revoked: 61,
  ip: '198.51.100.24',
} as const;

/** By the title of the course; each is published some days after it was begun. */
export const COURSES: Record<string, { begun: number; published?: number }> = {
  'Warehouse safety': { begun: 425, published: 416 },
  'Food hygiene and the cold chain': { begun: 421, published: 410 },
  'Safe driving and deliveries': { begun: 398, published: 385 },
  'Customer conversations': { begun: 300, published: 287 },
  'Data, trust and speaking up': { begun: 232, published: 221 },
  'Leading a shift': { begun: 24 },
};

/** Who is assigned to a course: the people who learn in these departments. */
export const AUDIENCES: Record<string, DepartmentKey[]> = {
  'Warehouse safety': ['warehouse'],
  'Food hygiene and the cold chain': ['warehouse', 'transport'],
  'Safe driving and deliveries': ['transport'],
  'Customer conversations': ['customer_service'],
  'Data, trust and speaking up': ['warehouse', 'transport', 'customer_service', 'people_compliance'],
};

/** Published, and nobody is assigned to it yet: its rates are null. */
export const UNASSIGNED_MODULE = 'Gifts and conflicts of interest';

/** By e-mail name: who joined late, and who has left. */
export const JOINED_LATE: Record<string, number> = {
  'frances.liddell': 3,
  'owain.prysjones': 33,
  'thora.jonsdottir': 48,
};
export const LEFT: Record<string, number> = {
  'bogdan.ilic': 152,
  'raymond.tully': 96,
  'callum.reid': 41,
};

/** How long a dismissal took, in days after the suggestion came in. */
export const DISMISSED_AFTER = 5;

/** Changes of people that the audit log remembers; `from` is what was there before, departments by key. */
export type PersonChange = { who: string; daysAgo: number; bySync: boolean } & (
  | { field: 'full_name' | 'role'; from: string }
  | { field: 'department_id'; from: DepartmentKey }
);
export const PERSON_CHANGES: PersonChange[] = [
  { who: 'farah.qureshi', daysAgo: 372, bySync: false, field: 'role', from: 'trainer' },
  { who: 'grace.muthoni', daysAgo: 291, bySync: false, field: 'role', from: 'learner' },
  { who: 'chen.meiling', daysAgo: 214, bySync: true, field: 'full_name', from: 'Chen Meiling' },
  { who: 'siobhan.odowd', daysAgo: 181, bySync: true, field: 'full_name', from: 'Siobhan ODowd' },
  { who: 'mihai.dumitrascu', daysAgo: 143, bySync: true, field: 'department_id', from: 'transport' },
  { who: 'thandiwe.nkosi', daysAgo: 91, bySync: true, field: 'department_id', from: 'warehouse' },
  { who: 'hannah.abrahams', daysAgo: 76, bySync: true, field: 'full_name', from: 'Hannah Weiss' },
  { who: 'luca.ferrante', daysAgo: 52, bySync: false, field: 'department_id', from: 'people_compliance' },
];

/** Deactivated by the HR system by mistake, and brought back by hand. */
export const MISTAKE = { who: 'keisha.grant', deactivated: 203, reactivated: 202.4 } as const;

export const DEPARTMENT_RENAMED = { key: 'people_compliance', from: 'Human Resources', daysAgo: 305 } as const;

/** A suggestion, by the first words of its title, that was dismissed and taken back. */
export const TAKEN_BACK = { daysAgo: 37, dismissed: 34, restored: 33.6, reason: 'Looks like a duplicate.' } as const;
