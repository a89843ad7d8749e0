-- Bank cases about a deposit, a payment or another item. The rooms of these items know whose they are.
create or replace view banking.matter (id, item, at, is_open, summary) as
  select id, case when item ~ '^[0-9a-f-]{36}$' then item::uuid end, opened_at, closed_at is null,
    replace(kind, '_', ' ') || coalesce(': ' || (detail ->> 'problem'), '')
  from (select *, coalesce(detail ->> 'depositid', detail ->> 'paymentid', detail ->> 'subject') as item
    from banking.bank_case) named
  where item is not null and not detail ? 'institutionid';
