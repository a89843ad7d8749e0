create table people.approval_facts (
  approval_id uuid primary key references people.approval (id),
  facts jsonb not null
);
comment on table people.approval_facts is
  'The subject of a request in people''s terms, as it was when it was requested: the checker sees what has changed since.';
grant select, insert on people.approval_facts to specie_app;
