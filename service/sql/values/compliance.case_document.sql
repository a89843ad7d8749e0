-- Made by `npm run generate` from service/src/values.ts; do not edit.
alter table compliance.case_document
  drop constraint if exists case_document_content_type_check,
  add constraint case_document_content_type_check check (content_type in (
    'application/pdf',
    'image/png',
    'image/jpeg'));
