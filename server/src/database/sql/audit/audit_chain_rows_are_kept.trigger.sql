drop trigger if exists audit_chain_rows_are_kept on audit_chain;
create trigger audit_chain_rows_are_kept before delete on audit_chain
  for each row execute function refuse_audit_change();
alter table audit_chain enable always trigger audit_chain_rows_are_kept;
