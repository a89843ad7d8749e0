-- The numbers of an MT940 begin anew with every year: kept with the year in front, so that number 1 of this year is not taken
-- for that of the last one.
update banking.message set sequence = extract(year from to_date)::bigint * 100000 + sequence
where format = 'mt940' and sequence < 100000;

-- Several movements may bear one reference of the bank; `bankref` is each one's own.
create index on banking.entry (account, (said ->> 'bankref'));

-- How far a check has come is in the audit chain: a table beside it could be set to the end, and the next check saw nothing.
drop table audit.checked;
