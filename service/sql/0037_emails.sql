-- A person signs in with an email that nobody else of the same institution, or of the staff, has. Others may have it elsewhere:
-- nobody learns from an invitation that somebody is known to us, or takes a name away by inviting it.
drop index directory.one_login;
create unique index one_login on directory.person (side, institution_id, email) nulls not distinct where state <> 'removed';
create index on directory.person (email);
