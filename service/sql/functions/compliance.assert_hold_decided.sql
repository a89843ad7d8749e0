-- Two people end a hold (S1), in the transaction that uses their approval (hold.decide), with the decision, the subject
-- and the return address that they approved, together with the holds that it caused. Exceptions by reason:
-- - a hold of screening also ends when two people send the wire back;
-- - approval_required: released by the approval of a second person of the institution alone, and rejected once that
-- approval is refused, has expired or was withdrawn;
-- - account_suspended: released once the institution is no longer stopped; rejected once it is offboarded, or together
-- with another rejected hold or a wire that two people send back;
-- - sanctions_review: also released once two people have cleared all hits that it is about, and the outside services for
-- which it waits have answered;
-- - edd_required, where it follows the KYB case: also released once two people have decided on the case, and rejected once
-- the institution is offboarded;
-- - debt_review: also rejected when the institution cancels the item;
-- - travel_rule: also rejected when the provider of the wallet has rejected the transfer, or has not decided in time.
create or replace function compliance.assert_hold_decided() returns trigger language plpgsql as $$
declare
  payment text := 'member.' || new.subject_kind;
  own jsonb := people.approved_payload('hold.decide', new.id::text);
  agreed jsonb := coalesce(own, people.approved_payload('hold.decide', new.cause::text));
begin
  if own is not null and own ->> 'on' is distinct from coalesce(new.subject_id::text, 'next ' || new.subject_kind) then
    raise exception 'hold % has another subject than the approval', new.id
      using errcode = 'check_violation', constraint = 'hold_moved';
  end if;
  if new.reason = 'approval_required' then
    if new.state = 'released' then
      perform people.assert_approved(payment, new.subject_id::text);
    elsif not people.was_refused(payment, new.subject_id::text) then
      raise exception 'hold % waits for a second person of the institution', new.id
        using errcode = 'check_violation', constraint = 'approval_missing';
    end if;
    return new;
  end if;
  if new.reason = 'account_suspended' then
    perform compliance.assert_standing_restored(new);
    return new;
  end if;
  if (case agreed ->> 'decision' when 'release' then 'released' when 'reject' then 'rejected' when 'freeze' then 'frozen' end) = new.state
    and (own is null or new.return_to is not distinct from own ->> 'return_to') then
    return new;
  end if;
  if new.reason = 'debt_review' and new.state = 'rejected' and new.maker = 'institution' then
    return new; -- canceled by its institution, which compliance.assert_withdrawal_canceled checks
  end if;
  if new.reason = 'sanctions_review' and new.state = 'released' and compliance.is_hold_cleared(new.id) then
    return new;
  end if;
  if new.follows_case and (new.state = 'released' and not compliance.lacks_edd(new.institution_id)
    or new.state = 'rejected' and directory.standing_of(new.institution_id) = 'offboarded') then
    return new;
  end if;
  if new.reason = 'travel_rule' and new.state = 'rejected' and new.maker = 'travel_rule' and exists (
    select from compliance.exchange e
    where e.subject_id = new.subject_id and e.direction = 'out' and e.state in ('rejected', 'timed_out')) then
    return new;
  end if;
  if new.state = 'rejected' and new.maker = 'screening'
    and people.approved_payload('bank.send_back', new.subject_id::text) is not null then
    return new;
  end if;
  raise exception 'hold % is ended by two people: hold.decide needs their approval', new.id
    using errcode = 'check_violation', constraint = 'approval_missing';
end $$;
