-- True while coins must not leave to this whitelisted wallet because its provider has not approved the transfer.
create or replace function compliance.lacks_agreement(subject uuid, wallet uuid) returns boolean language sql stable as $$
  select exists (select from compliance.hosted h where h.id = lacks_agreement.wallet) and not compliance.agreed(subject)
$$;
