-- The standing of an institution is a column, which rooms below onboarding read. The KYB case decides it
-- (onboarding.decided_standing).
alter table directory.institution add column standing text;
update directory.institution i set standing = case
    when c.state in ('suspended', 'review_overdue') then 'suspended' when c.state = 'offboarded' then 'offboarded' end
  from onboarding.kyb_case c where c.institution_id = i.id and c.state in ('suspended', 'review_overdue', 'offboarded');
drop function if exists onboarding.standing_of(uuid);
