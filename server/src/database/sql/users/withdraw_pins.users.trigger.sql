drop trigger if exists withdraw_pins on users;
create trigger withdraw_pins after update on users for each row
  when ((old.role, old.is_active) is distinct from (new.role, new.is_active)) execute function withdraw_pins();
