-- banking.payout_sources(payout): the rows (`table/key`) that caused a payout: one request with the same owner, amount
-- and destination. Null if there is none. Checked when a payout begins and again before the payment order is made.
create or replace function banking.payout_sources(payout uuid) returns text[]
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select due.sources from banking.payout p join banking.due_payout due on (due.kind, due.subject) = (p.kind, p.subject)
  where p.id = payout and (due.currency, due.amount) = (p.currency, p.amount)
    and due.institution_id is not distinct from p.institution_id and due.provider is not distinct from p.provider
    and (p.kind = 'conversion' or regexp_replace(upper(due.account), '[^0-9A-Z]', '', 'g')
      = regexp_replace(upper(p.creditor_account), '[^0-9A-Z]', '', 'g'))
  limit 1
$$;
revoke all on function banking.payout_sources from public;
grant execute on function banking.payout_sources to specie_app;
