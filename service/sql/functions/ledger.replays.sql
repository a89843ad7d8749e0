-- The verdict on journals whose key exists: 'replayed' when the stored journal moves the same money, otherwise
-- 'key_reused'. Compares the content itself. Replays are rare, and a hash would cost every journal its computation.
create or replace function ledger.replays(
  keys text[], kinds text[], reverses bigint[],
  accounts bigint[], line_journals int[], line_accounts int[], line_amounts numeric[]
) returns table (n int, outcome text, journal_id bigint)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select asked.n::int,
    case when journal.kind = asked.kind
      and journal.reverses is not distinct from asked.reverses
      and ledger.booked_lines(journal.id, 1)
        = ledger.requested_lines(asked.n::int, accounts, line_journals, line_accounts, line_amounts)
      then 'replayed' else 'key_reused' end,
    journal.id
  from unnest(keys, kinds, reverses) with ordinality asked (key, kind, reverses, n)
  join ledger.journal using (key)
$$;
revoke all on function ledger.replays from public;
