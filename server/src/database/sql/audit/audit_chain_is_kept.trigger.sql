drop trigger if exists audit_chain_is_kept on audit_chain;
create trigger audit_chain_is_kept before update or truncate on audit_chain
  for each statement execute function refuse_audit_change();
alter table audit_chain enable always trigger audit_chain_is_kept;
