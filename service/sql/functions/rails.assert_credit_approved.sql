-- Two people credit the rest of a payment to the balance of its institution.
create or replace function rails.assert_credit_approved() returns trigger language plpgsql as $$
begin
  perform people.assert_approved('payment.credit', old.id::text);
  return new;
end $$;
