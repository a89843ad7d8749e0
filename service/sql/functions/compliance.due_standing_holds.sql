-- The items among these of one table, locked by the caller, that must wait because of their institution, each with its
-- reason (compliance.standing_hold_reasons). Excluded: the payout of an offboarded institution's balance, payments of
-- its debt, items that already have such a hold, and items that two people have released since the debt began. For hits
-- of the institution: items that already have a hold about each of them. For enhanced due diligence: items that have such a
-- hold, or that two people have released from it.
create or replace function compliance.due_standing_holds(tab regclass, machine text, items uuid[])
  returns table (item uuid, institution uuid, kind text, reason text)
  language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  return query execute format($sql$
    with item as materialized (select t.id, t.institution_id, t.state, to_jsonb(t) as row from %s t where t.id = any($2)),
      due as materialized (
        select one.institution_id, one.state, r.reason, directory.standing_of(one.institution_id) = 'offboarded' as is_gone,
          case r.reason when 'debt_review' then (select max(d.since) from ledger.debt d where d.institution_id = one.institution_id) end as since
        from (select distinct t.institution_id, t.state from item t where t.institution_id is not null) one
        cross join lateral compliance.standing_hold_reasons(one.institution_id, $1, one.state) r (reason))
    select t.id, t.institution_id, case $1 when 'payment_rail' then 'rail' else $1 end, due.reason
    from item t join due using (institution_id, state)
    where case due.reason when 'debt_review' then compliance.is_outgoing($1, t.row)
        when 'sanctions_review' then exists (select from compliance.own_hits(t.institution_id) hit where not exists (
          select from compliance.hold_hit l join compliance.hold h on h.id = l.hold_id
          where l.hit_id = hit and h.subject_id = t.id and h.state <> 'released' and h.concluded_at is null))
        when 'edd_required' then coalesce((t.row ->> 'closing')::boolean, false) is false and not exists (
          select from compliance.hold h where h.subject_id = t.id and h.follows_case
            and (h.state <> 'released' and h.concluded_at is null or h.state = 'released' and h.maker <> 'institution'))
        else coalesce((t.row ->> 'closing')::boolean, false) is false
          and not (due.is_gone and compliance.pays_debt(t.institution_id, $1, t.id)) end
      and (due.reason in ('sanctions_review', 'edd_required') or not exists (select from compliance.hold h
        where h.subject_id = t.id and h.reason = due.reason and (h.state <> 'released' and h.concluded_at is null or h.state = 'released' and h.updated_at > due.since)))
  $sql$, tab) using machine, items;
end $$;
revoke all on function compliance.due_standing_holds from public;
