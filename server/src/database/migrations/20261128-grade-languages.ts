import { Migration } from '@mikro-orm/migrations';

/** Does it with the trigger that refuses changes of grades, where there is one. */
const whereKept = (action: string) => `do $$ begin
  if exists (select from pg_trigger where tgrelid = 'grades'::regclass and tgname = 'grades_are_kept') then
    alter table grades ${action} grades_are_kept;
  end if;
end $$`;

/**
 * Keeps with each grade of a model in which language and how the answer was given, so that figures by language are read
 * from one index, and has that index cover grades that always go to a trainer too.
 */
export class GradeLanguages extends Migration {
  override up(): void {
    this.addSql('alter table grades add column language text, add column typed boolean');
    // A grade is never changed; what was stored beside it comes in here. A new database has no trigger yet.
    this.addSql(whereKept('disable trigger'));
    this.addSql(`update grades g set language = coalesce(s.heard_language, s.language), typed = s.recording_id is null
      from spoken_answers s
      where s.workspace_id = g.workspace_id and s.answer_id = g.answer_id and g.kind = 'model'`);
    this.addSql(whereKept('enable always trigger'));
    this.addSql(`alter table grades add constraint grades_typed_check check ((kind = 'model') = (typed is not null))`);
    this.addSql('drop index grades_of_models');
    this.addSql(`create index grades_of_models on grades (workspace_id, provider, model, prompt, at desc)
      include (answer_id, number, counts, compared, score, language, typed) where kind = 'model'`);
    this.addSql(`create index grades_of_people on grades (workspace_id, answer_id, number) include (kind, score, at)
      where kind <> 'model'`);
  }
}
