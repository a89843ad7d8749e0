create or replace trigger append_only before delete or truncate on trading.client_order
  for each statement execute function base.append_only();
create or replace trigger moves before update on trading.client_order for each row execute function trading.assert_order_step();

create or replace trigger append_only before update or delete or truncate on trading.conversion
  for each statement execute function base.append_only();

create or replace trigger moves before insert or update on trading.execution
  for each row execute function state.enforce('execution');
create or replace trigger begins after insert on trading.execution referencing new table as fresh
  for each statement execute function state.record_first_step('execution');

create or replace trigger append_only before update or truncate on trading.quote
  for each statement execute function base.append_only();
create or replace trigger stays before delete on trading.quote
  for each row when (old.expires_at > now() - interval '90 days') execute function trading.assert_quote_expired();

-- Includes the symbol: renaming a halted pair would free its symbol for a new row that trades.
create or replace trigger resumed before update of halted, symbol on trading.pair for each row
  when (old.halted is not null and (new.halted is null or new.symbol <> old.symbol)) execute function trading.assert_pair_resumed();

create or replace trigger agreed before insert or update on trading.venue
  for each row execute function trading.assert_venue_approved();

create or replace trigger stopped before insert on trading.quote for each row execute function trading.assert_not_stopped();
create or replace trigger stopped before insert on trading.conversion for each row execute function trading.assert_not_stopped();
create or replace trigger stopped before update on trading.client_order for each row
  when (new.state = 'Filled') execute function trading.assert_not_stopped();

create or replace trigger marked after update on trading.client_order
  referencing new table as fresh for each statement execute function trading.mark_settled();

create or replace trigger append_only before update or delete or truncate on trading.order_mark
  for each statement execute function base.append_only();

-- Orders are counted by trading.place.
create or replace trigger gives_back after update of state on trading.client_order for each row
  when (old.state = 'received' and new.state = 'Rejected') execute function compliance.give_back();
create or replace trigger counted after insert on trading.conversion for each row
  when (new.status = 'completed') execute function compliance.count_exchange();

create or replace trigger requested before insert on trading.quote for each row execute function compliance.refuse_request();
create or replace trigger requested before insert on trading.conversion for each row execute function compliance.refuse_request();
