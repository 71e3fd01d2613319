import type { ImportCourse, ImportedCourse } from '@training/shared/courses/course-archive';
import type { Context } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { createPreparedJson } from '../../../platform/prepared-json.ts';
import { DepartmentEntity } from '../../departments/department.entity.ts';
import { importModule } from '../modules/import-module.ts';
import { createCourse } from '../save-course.ts';

/**
 * Creates a course of drafts from an archive that another system sends, all or nothing.
 * @throws AppError `department_not_found`; as `createCourse` and `importModule`
 */
export async function importCourse(ctx: Context, { department_id, course, modules }: ImportCourse) {
  const made = await inTransaction(ctx, async (em): Promise<ImportedCourse> => {
    const department = await em.findOne(DepartmentEntity, { id: department_id });
    if (!department) {
      throw new AppError('department_not_found', `There is no department ${department_id} in this workspace.`);
    }
    const within = { ...ctx, transaction: em };
    const { id } = await createCourse(within, course, department_id);
    const drafts: ImportedCourse['modules'] = [];
    for (const module of modules) drafts.push(await importModule(within, { course_id: id, module, from: 'archive' }));
    return { id, modules: drafts };
  });
  return createPreparedJson<ImportedCourse>(JSON.stringify(made), { created: true });
}
