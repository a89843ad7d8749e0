-- Coins that somebody was promised out of what we have on a chain, until they have left it or the promise has ended.
-- Whatever is not final holds its promise: held, pulled back or waiting. Each product says what it has promised.
-- Crypto is not promised out of the omnibus wallet: see treasury.set_aside.
create or replace view treasury.promise (kind, subject, chain, asset, amount) as
  select kind, subject, chain, asset, amount from transfers.promise
  union all
  select kind, subject, chain, asset, amount from issuance.promise
  union all
  select kind, subject, chain, asset, amount from rails.promise;
grant select on treasury.promise to specie_app;
