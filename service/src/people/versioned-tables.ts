import { byId, type VersionedTables } from '../base/audit/row-versions.ts'

export const peopleTables: VersionedTables = {
  'directory.person': { ...byId, fixed: ['side', 'institution_id', 'email'] },
  'directory.person_role': { key: ['person_id', 'role'] },
  'people.approval': { ...byId, fixed: ['kind', 'institution_id', 'subject', 'payload', 'payload_hash', 'maker'] },
  // Whoever could write one of these unnoticed could sign in as somebody else.
  'people.challenge': { key: ['value'], fixed: ['purpose', 'person_id', 'subject'], deletable: true },
  'people.device': { ...byId, fixed: ['device_hash', 'user_code', 'side'], deletable: true },
  'people.link': { ...byId, fixed: ['person_id', 'purpose', 'token_hash'] },
  'people.passkey': {
    ...byId,
    excluded: ['counter', 'last_used_at'],
    fixed: ['person_id', 'credential_id', 'public_key'],
  },
  'people.password': { key: ['person_id'], deletable: true },
  'people.recovery_code': { key: ['person_id', 'hash'], deletable: true },
  'people.session': {
    ...byId,
    excluded: ['seen_at'],
    secret: ['token_hash'],
    fixed: ['person_id', 'token_hash', 'kind', 'created_at', 'expires_at'],
  },
  'people.totp': { key: ['person_id'], deletable: true },
}
