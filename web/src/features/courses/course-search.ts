import { Id } from '@training/shared/primitives';
import { z } from 'zod';
import { PageNumber, SearchText } from '../../lib/search-params.ts';

/** The filters of the course list in the URL. */
export const CourseSearch = z.object({ q: SearchText, department: Id.optional().catch(undefined), page: PageNumber });
export type CourseSearch = z.infer<typeof CourseSearch>;
