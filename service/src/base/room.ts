import { environment } from '@specie/protocol/fields.ts'
import { historyStream, versionStream } from './audit/sealed-stream.ts'
import { sealAll } from './audit/seals.ts'
import { shipHeads } from './audit/ship-heads.ts'
import { deleteExpiredAnswers } from './jobs/retention.ts'
import { intentStates } from './jobs/intents.ts'
import type { Room } from './manifest.ts'

/** The parts that every program needs. */
export const room: Room = {
  name: 'base',
  schemas: ['base', 'work', 'state', 'audit'],
  tables: {
    'audit.marked_from': { key: ['only_row'], fixed: ['committed'] },
    // Deleted to erase a subject.
    'base.data_key': { key: ['subject'], fixed: ['sealed_key'], deletable: true },
    // Guards read it to tell UAT from production.
    'base.environment': { key: ['only_row'], fixed: ['name'], excluded: ['edition'], byOwner: true },
    'base.prepared': { key: ['id'], fixed: ['catalog', 'at', 'session', 'mark'], byOwner: true },
    'work.intent': { key: ['key'], fixed: ['effect', 'subject'] },
    'work.request': {
      key: ['institution_id', 'clreqid'],
      fixed: ['content'],
      mayBeDeleted: `exists (select from work.used_id u
        where (u.institution_id::text, u.clreqid) = (split_part(noted.id, '/', 1), split_part(noted.id, '/', 2)))`,
    },
    'work.used_id': { key: ['institution_id', 'clreqid'], fixed: ['used_at'] },
  },
  topics: {
    audit: null,
    base: null,
    work: null,
  },
  unversioned: {
    'audit.entry': 'a chain of hashes by itself',
    'audit.head': 'the end of that chain',
    'audit.seal': 'each is named by an entry of the audit chain',
    'audit.shape': 'named by versions',
    'audit.shipment': 'a place in the list of signed heads',
    'audit.signature': 'signed',
    'audit.version': 'sealed',
    'base.definition': 'compared with the files at each start',
    'base.migration': 'compared with the files at each start',
    'base.server': 'compared with the server at each start',
    'state.history': 'sealed',
    'state.machine': 'compared with the code',
    'state.standing': 'compared with the code',
    'state.transition': 'compared with the code',
    'work.claim': 'current holders of exclusive work',
    'work.clock': 'settlement time of UAT',
    'work.job_run': 'counters that a later run replaces',
    'work.horizon': 'never later than 90 days ago',
    'work.pulse': 'written by probes',
  },
  values: {
    'base.environment': { name: environment.options },
    'work.intent': { state: intentStates },
  },
  sealed: [versionStream, historyStream],
  jobs: [deleteExpiredAnswers, sealAll, shipHeads],
}
