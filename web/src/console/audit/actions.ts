import { auditActions } from '@specie/protocol/audit-actions.ts'
import { sentence } from '../../kit/value/states.ts'

/** The actions by what they are about, as the table names them. */
export const actions = Object.keys(auditActions).map((value) => ({
  value,
  label: sentence(value),
  group: sentence(value.split('.')[0]!),
}))
