-- compliance.lacks_agreement_to(subject, address, blockchain, wallet, asset, amount): true while these coins must not leave to
-- this withdrawal address because its provider has not approved this transfer of them. The approval of another wallet, coin
-- or amount counts for nothing.
create or replace function compliance.lacks_agreement_to(subject uuid, address uuid, blockchain text, wallet text, asset text, amount numeric)
  returns boolean language sql stable as $$
  select exists (select from compliance.hosted h where h.id = lacks_agreement_to.address)
    and not exists (select from compliance.exchange e
      where e.direction = 'out'
        and (e.subject_id, e.address_id, e.blockchain, lower(e.wallet), e.asset, e.amount)
          = (lacks_agreement_to.subject, lacks_agreement_to.address, lacks_agreement_to.blockchain, lower(lacks_agreement_to.wallet),
            lacks_agreement_to.asset, lacks_agreement_to.amount)
        and compliance.is_agreed(e))
$$;
