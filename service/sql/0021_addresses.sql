-- Withdrawal addresses are added by people: their owner signs a text, and what was signed stays with the address.
alter table destinations.address
  add column travel_address text,  -- of a hosted wallet: where its provider takes Travel Rule data
  add column proof_text text,  -- what the owner of a wallet of the institution's own signs
  add column proof jsonb,  -- the evidence, which can be verified again (destinations/address/proof/evidence.ts)
  add column suspended_by text;  -- an institution can reinstate only what it has suspended itself

-- Until now addresses came from the sandbox alone. The triggers are off, because they would say that the rows were written by
-- hand.
alter table destinations.address disable trigger user;
update destinations.address set proof = '{"method": "sandbox", "text": "", "signature": ""}'
  where ownership = 'self_hosted' and state not in ('submitted', 'screening', 'proof_required', 'rejected');
alter table destinations.address enable trigger user;

alter table destinations.address
  add constraint proved check (ownership = 'vasp' or proof is not null
    or state in ('submitted', 'screening', 'proof_required', 'rejected')),
  add constraint suspended_by_while_suspended check (suspended_by is null or state = 'suspended');
grant update (travel_address, proof_text, proof, suspended_by) on destinations.address to specie_app;
