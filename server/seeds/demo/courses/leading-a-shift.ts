import type { DemoCourse } from '../content.ts';
import { feedback } from './leading-a-shift/feedback.ts';
import { handover } from './leading-a-shift/handover.ts';
import { shiftBriefing } from './leading-a-shift/shift-briefing.ts';

/** Still being written: nothing of it has been submitted, so learners do not see it. */
export const leadingAShift: DemoCourse = {
  title: 'Leading a shift',
  emoji: '🧭',
  department: 'people_compliance',
  published: false,
  modules: [shiftBriefing, feedback, handover],
};
