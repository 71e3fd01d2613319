import { Migration } from '@mikro-orm/migrations';

/**
 * Keeps with each grade of a model in which language and how the answer was given, so that figures by language are read
 * from one index, and has that index cover grades that always go to a trainer too.
 */
export class GradeLanguages extends Migration {
  override up(): void {
    this.addSql('alter table grades add column language text, add column typed boolean');
    // Grades are never changed: only what was stored beside them comes in here.
    this.addSql('alter table grades disable trigger user');
    this.addSql(`update grades g set language = coalesce(s.heard_language, s.language), typed = s.recording_id is null
      from spoken_answers s
      where s.workspace_id = g.workspace_id and s.answer_id = g.answer_id and g.kind = 'model'`);
    this.addSql('alter table grades enable trigger user');
    this.addSql(`alter table grades add constraint grades_typed_check check ((kind = 'model') = (typed is not null))`);
    this.addSql('drop index grades_of_models');
    this.addSql(`create index grades_of_models on grades (workspace_id, provider, model, prompt, at desc)
      include (answer_id, number, counts, compared, score, language, typed) where kind = 'model'`);
    this.addSql(`create index grades_of_people on grades (workspace_id, answer_id, number) include (kind, score, at)
      where kind <> 'model'`);
  }
}
