-- Bank cases about a deposit, a payment or another item. The rooms of these items know whose they are.
create or replace view banking.matter (id, item, at, is_open, summary) as
  select c.id, case when named.item ~ '^[0-9a-f-]{36}$' then named.item::uuid end, c.opened_at, c.closed_at is null,
    replace(c.kind, '_', ' ') || coalesce(': ' || (c.detail ->> 'problem'), '')
  from banking.bank_case c
  cross join lateral (
    select coalesce(c.detail ->> 'depositid', c.detail ->> 'paymentid', c.detail ->> 'subject') as item) named
  where named.item is not null and not c.detail ? 'institutionid';
