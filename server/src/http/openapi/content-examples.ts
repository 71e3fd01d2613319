import {
  COURSE_ARCHIVE_FORMAT,
  type ArchivedModule,
  type ImportedCourse,
} from '@training/shared/courses/course-archive';
import type { StoredMedia, UploadedFilePiece } from '@training/shared/courses/media';

const course = { title: 'Warehouse safety', emoji: '📦' };
const module: ArchivedModule = {
  title: 'Lifting and carrying',
  language: 'en',
  validity_days: 365,
  pass_score: 0.8,
  max_attempts: 3,
  show_solutions: 'at_end',
  questions_per_attempt: null,
  topic_scores: [],
  flashcards: [{ id: '0199c0de-b0a1-7b2c-8d3e-4f5a6b7c8d91', front: 'Lift', back: 'From the knees.' }],
  quiz: [],
  content_hashes: {
    flashcards: '1f0d3f6f1c8e8d0d1b1a7b9e4a3c2d5e6f708192a3b4c5d6e7f8091a2b3c4d5e',
    quiz: '4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945',
  },
};
const archive = { format: COURSE_ARCHIVE_FORMAT, course, modules: [module] } as const;
const imported: ImportedCourse = {
  id: '0199c0de-81f0-7b52-9a41-0c5d6e7f8091',
  modules: [{ id: '0199c0de-8a44-7e18-b3c7-5f60718293a4', cards: 1, questions: 0, is_same: true }],
};

const piece: UploadedFilePiece = { id: '0199c0de-8f12-7d3e-9a4b-5c6d7e8f9012', bytes: 48_213 };
const media: StoredMedia = {
  digest: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
  kind: 'picture',
  media_type: 'image/webp',
  bytes: piece.bytes,
};

const file = (description: string, summary: string, value: string) => ({
  answers: { '200': { description, examples: { example: { summary, value } } } },
});
const zip = (description: string) => file(description, 'The first bytes of a ZIP', 'PK\u0003\u0004…');

/** Example requests and responses of the operations on content. */
export const CONTENT_EXAMPLES = {
  exportArchive: file('The archive.', 'A course of one module', JSON.stringify(archive)),
  exportTable: file('The table.', 'Its head', '"module","language","kind","id","text","back"'),
  exportQti: zip('The package.'),
  exportScorm: zip('The package.'),
  uploadMediaPiece: {
    answers: {
      '200': {
        description: 'The piece is stored.',
        examples: { example: { summary: 'The last piece of a file', value: piece } },
      },
    },
  },
  addMedia: {
    request: { picture: { summary: 'A picture of an archive', value: { pieces: [piece.id], digest: media.digest } } },
    answers: {
      '200': {
        description: 'The workspace has the file.',
        examples: { example: { summary: 'A picture', value: media } },
      },
    },
  },
  importCourse: {
    request: {
      archive: {
        summary: 'A course of one module',
        value: { department_id: '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6', ...archive },
      },
    },
    answers: {
      '201': {
        description: 'The course of drafts was created.',
        examples: { example: { summary: 'Its content has the hashes that the archive names', value: imported } },
      },
    },
  },
};
