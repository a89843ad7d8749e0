-- What is left of a payment goes to the balance of its institution when two people say so.
create or replace function rails.assert_credit_approved() returns trigger language plpgsql as $$
begin
  perform people.assert_approved('payment.credit', old.id::text);
  return new;
end $$;
