-- Records which orders one call has written, with the mark of this session (checks/order-marks.ts verifies it). A
-- session without a key writes no mark.
create or replace function trading.mark_orders(orders uuid[], is_received boolean, hash bytea) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  key bytea := decode(nullif(current_setting('specie.key', true), ''), 'hex');
  number bigint := nextval('trading.order_mark_id_seq');
  said text := concat('orders/', number, '/', pg_current_xact_id(), '/', is_received, '/', encode(hash, 'hex'));
begin
  insert into trading.order_mark (id, orders, is_received, session, mark) overriding system value
  values (number, orders, is_received, nullif(current_setting('specie.session', true), ''),
    sha256(key || sha256(key || convert_to(said, 'UTF8'))));
end $$;
revoke all on function trading.mark_orders from public;
