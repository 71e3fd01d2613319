import type { DemoCourse } from './content.ts';
import { customerConversations } from './courses/customer-conversations.ts';
import { dataAndTrust } from './courses/data-and-trust.ts';
import { foodHygiene } from './courses/food-hygiene.ts';
import { leadingAShift } from './courses/leading-a-shift.ts';
import { safeDriving } from './courses/safe-driving.ts';
import { warehouseSafety } from './courses/warehouse-safety.ts';

/** In the order in which they were created. */
export const courses: DemoCourse[] = [
  warehouseSafety,
  foodHygiene,
  safeDriving,
  customerConversations,
  dataAndTrust,
  leadingAShift,
];
