-- The text as a JSON object; null if it is none. PostgreSQL 15 has no «is json».
create or replace function base.json_object(body text) returns jsonb language plpgsql immutable strict as $$
declare
  parsed jsonb;
begin
  parsed := body::jsonb;
  return case when jsonb_typeof(parsed) = 'object' then parsed end;
exception when data_exception then
  return null;
end $$;
