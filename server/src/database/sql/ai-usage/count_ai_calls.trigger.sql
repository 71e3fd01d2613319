drop trigger if exists count_ai_calls on ai_calls;
create trigger count_ai_calls after insert on ai_calls
  referencing new table as after_rows for each statement execute function count_ai_calls();
