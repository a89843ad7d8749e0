import { payloads } from '@specie/protocol/people/payloads.ts'
import type { Runtime } from './base/env.ts'
import { decideHold } from './compliance/holds.ts'
import { keyPayload, registerApproved } from './institutions/api-key/request.ts'
import { dropSecondPerson, secondPersonPayload } from './institutions/second-person.ts'
import { decideCase, offboard } from './institutions/kyb/decide.ts'
import { giveRolePayload, giveRoles } from './people/person/deciding-roles.ts'

/** What is done once a second person has approved it, by kind. */
export const approvable: Runtime['approvable'] = {
  'member.key': { schema: keyPayload, execute: registerApproved },
  'member.second_person': { schema: secondPersonPayload, execute: dropSecondPerson },
  'kyb.decide': { schema: payloads['kyb.decide'].schema, execute: decideCase },
  'institution.offboard': { schema: payloads['institution.offboard'].schema, execute: offboard },
  'staff.give_role': { schema: giveRolePayload, execute: giveRoles },
  'hold.decide': { schema: payloads['hold.decide'].schema, execute: decideHold },
}
