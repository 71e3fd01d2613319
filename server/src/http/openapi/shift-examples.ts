import type { ReplaceShiftsResponse, ReplaceShifts } from '@training/shared/shifts/shifts';

const week: ReplaceShifts = {
  from: '2026-03-02T00:00:00+01:00',
  to: '2026-03-09T00:00:00+01:00',
  shifts: [
    { external_id: '004711', starts_at: '2026-03-02T06:00:00+01:00', ends_at: '2026-03-02T14:00:00+01:00' },
    { email: 'mia.lindt@example.com', starts_at: '2026-03-02T22:00:00+01:00', ends_at: '2026-03-03T06:00:00+01:00' },
  ],
};
const replaced: ReplaceShiftsResponse = {
  results: [
    { index: 0, status: 201, result: 'added' },
    { index: 1, status: 200, result: 'unchanged' },
  ],
  counts: { added: 1, updated: 0, unchanged: 1, removed: 3, refused: 0 },
};

/** Example requests and responses of the operations on shifts. */
export const SHIFT_EXAMPLES = {
  replaceShifts: {
    request: { week: { summary: 'The shifts of a week', value: week } },
    answers: {
      '200': {
        description: 'For each shift what happened, or why it was refused, in the order sent.',
        examples: { results: { summary: 'A new one, and one sent before', value: replaced } },
      },
    },
  },
};
