-- What a provider keeps and what we take is never less than nothing, whatever a quote says: a negative spread would pay out more
-- than has arrived.
alter table rails.payment
  add check (sent >= 0),
  add check (commission >= 0),
  add check (spread >= 0);
alter table issuance.conversion
  add check (held >= 0),
  add check (sent >= 0),
  add check (reused >= 0),
  add check (network_fee >= 0),
  add check (sold > 0),
  add check (spread >= 0);
alter table issuance.mint add check (max_spent > 0);
