-- Views that unite what rooms above give are made from the lists of the rooms, and functions stand in the room whose question they
-- answer.
drop view if exists treasury.ahead, treasury.fee_due, treasury.payable, treasury.due_effect;
drop function if exists treasury.unpaid_from(bigint);
drop function if exists access.public_key_text(text);
-- With their triggers, which the definitions create again.
drop function if exists people.needs_second_person() cascade;
drop function if exists people.second_person_asked() cascade;
-- Other columns.
drop view if exists destinations.withdrawal_wallet cascade;
