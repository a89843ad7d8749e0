-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table onboarding.kyb_document
  drop constraint if exists kyb_document_kind_check,
  add constraint kyb_document_kind_check check (kind in (
    'registry_extract',
    'articles',
    'ownership_chart',
    'licence',
    'financial_statements',
    'bank_statement',
    'source_of_funds',
    'source_of_wealth',
    'passport',
    'identity_card',
    'proof_of_address',
    'other')),
  drop constraint if exists kyb_document_content_type_check,
  add constraint kyb_document_content_type_check check (content_type in (
    'application/pdf',
    'image/png',
    'image/jpeg'));
