-- What rules know about an institution. A part of compliance.institution_profile. `lacks_edd`: its risk is higher than the
-- class that two people have accepted, and they have not decided on the case since.
create or replace view onboarding.institution_profile (institution_id, risk_class, countries, lacks_edd) as
  select institution_id, risk ->> 'class',
    array_remove(array[entity ->> 'country', entity #>> '{registered_address,country}', entity #>> '{business_address,country}'], null),
    state in ('periodic_review', 'review_overdue', 'suspended')
      and coalesce(array_position(array['low', 'medium', 'high'], risk ->> 'class')
        > array_position(array['low', 'medium', 'high'], accepted_class), false)
  from onboarding.kyb_case;
