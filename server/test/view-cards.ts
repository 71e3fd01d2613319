import type { Context } from '../src/core/context.ts';
import type { Database } from '../src/database/database.ts';
import { recordSeenCards, recordCardOnScreen } from '../src/features/learning/study/record-seen-cards.ts';
import type { CycleProgress } from '@training/shared/learning/learning';
import type { Client } from './server.ts';
import type { RecordSeenCards } from '@training/shared/learning/seen-cards';

/**
 * Has the database take each card that is shown for one that has been on screen for a second, and each attempt show its
 * options as they were written: for tests of anything else.
 */
export async function withoutWaitingOrChance(db: Pick<Database, 'pool'>): Promise<void> {
  await db.pool.query(`
    create or replace function shown_before() returns trigger language plpgsql as $$
    begin
      new.card_shown_at := new.card_shown_at - interval '1 second';
      return new;
    end $$;
    create or replace trigger card_shown_before before update of card_shown_at on enrollments for each row
      when (new.card_on_screen is distinct from old.card_on_screen) execute function shown_before();`);
  await askAsWritten(db);
}

/** Has each attempt show its questions and options as they were written. */
export async function askAsWritten({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await pool.query(`
    create or replace function as_written() returns trigger language plpgsql as $$
    begin
      new.draw := null;
      return new;
    end $$;
    create or replace trigger attempt_as_written before insert on attempts for each row execute function as_written();`);
}

type Learning = Pick<Client['learning'], 'show' | 'see'>;

/** Looks at cards one after the other, as a person does. Answers how the cycle stands then. */
export async function viewCards(
  { show, see }: Learning,
  { card_ids, ...studied }: RecordSeenCards,
): Promise<CycleProgress> {
  let state: CycleProgress | undefined;
  for (const card_id of card_ids) {
    await show.mutate({ ...studied, card_id });
    const { uncounted: _, ...after } = await see.mutate({ ...studied, card_ids: [card_id] });
    state = after;
  }
  if (!state) throw new Error('No cards to look at');
  return state;
}

/** As `viewCards`, at the moment of the context. */
export async function viewCardsAt(ctx: Context, { card_ids, ...studied }: RecordSeenCards): Promise<CycleProgress> {
  let state: CycleProgress | undefined;
  const before = { ...ctx, now: new Date(ctx.now.getTime() - 1_000) };
  for (const card_id of card_ids) {
    await recordCardOnScreen(before, { ...studied, card_id });
    const { uncounted: _, ...after } = await recordSeenCards(ctx, { ...studied, card_ids: [card_id] });
    state = after;
  }
  if (!state) throw new Error('No cards to look at');
  return state;
}
