-- Programs that know schema 0048 go on.
-- Who mistyped the reference they approved under corrects it. PostgreSQL 15 and up.

create or replace trigger wallet_order_approval_append_only before delete on wallet_order_approval
  for each row execute function refuse_change();
create trigger wallet_order_approval_stays before update on wallet_order_approval for each row
  when ((new.order_id, new.staff_id) is distinct from (old.order_id, old.staff_id))
  execute function refuse_change();
