import type { DemoCourse } from '../content.ts';
import { giftsAndConflicts } from './data-and-trust/gifts-and-conflicts.ts';
import { personalData } from './data-and-trust/personal-data.ts';
import { phishing } from './data-and-trust/phishing.ts';
import { respectAtWork } from './data-and-trust/respect-at-work.ts';

export const dataAndTrust: DemoCourse = {
  title: 'Data, trust and speaking up',
  emoji: '🔐',
  department: 'people_compliance',
  published: true,
  modules: [personalData, phishing, giftsAndConflicts, respectAtWork],
};
