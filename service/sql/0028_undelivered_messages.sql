-- Messages of the Travel Rule that could not be delivered wait for staff. The token of an exchange is derived, not stored.

-- The preparation writes it again for the remaining columns.
drop trigger if exists unchanged on compliance.exchange;
alter table compliance.exchange drop column token, add column undelivered text;
comment on column compliance.exchange.undelivered is 'The message that the counterparty has not taken for three days. Staff may send it again.';
comment on column compliance.exchange.callback is 'In: where the counterparty expects the decision.';
comment on column compliance.exchange.peer is
  'In: the host of the callback, which gets the decision. Its request identifiers are unique. It does not show who has called.';
grant update (undelivered) on compliance.exchange to specie_app;
