-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table compliance.list_version
  drop constraint if exists list_version_list_check,
  add constraint list_version_list_check check (list in (
    'ofac',
    'uk',
    'uk_investment_bans',
    'un',
    'eu',
    'seco',
    'own',
    'watchman',
    'yente')),
  drop constraint if exists list_version_format_check,
  add constraint list_version_format_check check (format in (
    'ofac_advanced_xml',
    'uk_csv',
    'uk_xml',
    'uk_investment_bans',
    'un_xml',
    'eu_xml',
    'seco_xml',
    'own',
    'service')),
  drop constraint if exists list_version_state_check,
  add constraint list_version_state_check check (state in (
    'active',
    'replaced',
    'refused')),
  drop constraint if exists list_version_refusal_check,
  add constraint list_version_refusal_check check (refusal in (
    'unreadable',
    'other_format',
    'empty',
    'shorter'));
