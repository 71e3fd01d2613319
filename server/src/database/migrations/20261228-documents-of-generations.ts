import { Migration } from '@mikro-orm/migrations';

/** The text that a job has read from a document itself, kept with its result so that more can be made of it. */
export class DocumentsOfGenerations extends Migration {
  override up(): void {
    this.addSql(`alter table ai_jobs add column source_text text`);
  }
}
