import { byId } from '../base/audit/row-versions.ts'
import type { Room } from '../base/manifest.ts'
import { type Found, ownPrefix, searchable } from '../base/searchable.ts'
import { keyFacts } from './api-key/facts.ts'
import { freezers } from './api-key/change.ts'
import { recordNonces } from './api-key/nonce-marks.ts'
import { describeKey, keyPayload, registerApproved } from './api-key/request.ts'
import { revokeReplaced } from './api-key/rotate.ts'

/** May this key call now? */
export const room: Room = {
  name: 'access',
  tables: {
    'access.api_key': { ...byId, fixed: ['institution_id', 'spki'] },
    'access.key_challenge': { key: ['key_id'], deletable: true },
    'access.nonce_mark': { key: ['key_id'] },
  },
  topics: {
    'access.api_key': 'api_key',
    'access.key_challenge': 'api_key',
    'access.nonce_mark': null,
  },
  unversioned: {
    'access.key_use': 'nonces never fall below access.nonce_mark; rates of the last second',
    'access.recent_call': 'the last calls, for display',
  },
  values: {
    'access.api_key': { frozen_by: freezers },
  },
  partOf: {
    'people.api_key': 'access.api_key_label',
  },
  jobs: [revokeReplaced, recordNonces],
  searchable: [
    searchable<Found & { label: string }>({
      kind: 'api_key',
      columns: 'id, institution_id, label',
      from: 'access.api_key',
      id: 'uuid',
      fields: [ownPrefix('lower(label)')],
      title: ({ label }) => `API key «${label}»`,
    }),
  ],
  approvals: {
    'member.key': { schema: keyPayload, describe: describeKey, facts: keyFacts, execute: registerApproved },
  },
}
