import { copiedRubrics } from './answers.ts';
import { askers } from './askers.ts';
import type { Attack } from './attack.ts';
import { endlessBodies, giantForms, slowWriters } from './bodies.ts';
import { analyticsFilters, batches, downloads, manyCalls, signInLinks } from './calls.ts';
import { failingDocuments } from './drives.ts';
import { documents, silentJobs } from './files.ts';
import { generateBesideSaves, slowReaders } from './modules.ts';
import { eagerReceivers, hangingReceivers } from './receivers.ts';
import { pouredRecordings } from './recordings.ts';
import { eventStreams } from './streams.ts';
import { hostileTexts, longNames } from './texts.ts';

/** Everything that the noisy tenant does, at once. */
export const ATTACKS: Attack[] = [
  giantForms,
  endlessBodies,
  slowWriters,
  hostileTexts,
  longNames,
  batches,
  analyticsFilters,
  manyCalls,
  downloads,
  askers,
  signInLinks,
  documents,
  silentJobs,
  slowReaders,
  generateBesideSaves,
  eventStreams,
  eagerReceivers,
  hangingReceivers,
  copiedRubrics,
  pouredRecordings,
  failingDocuments,
];
