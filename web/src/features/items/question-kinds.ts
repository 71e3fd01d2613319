import type { Question } from '@training/shared/courses/courses';

import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('items');

/** Returns the name of a question's kind. */
export const kindName = (kind: Question['kind']): string => t(`kind.${kind}`);
