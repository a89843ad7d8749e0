import { z } from 'zod'
import { uuid } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import { ruleDefinition } from '../rules.ts'
import { byId, sandboxCall } from './call.ts'
import { institutionid } from './fields.ts'

// Monitoring rules of UAT: for one institution each, so that they hold nothing of others.

const review = { method: 'POST', tag: 'Review' } as const

const response = z.object({
  versionid: uuid,
  state: z.enum(statesOf(machines.rule)),
  text: z.string().meta({ description: 'What it looks for, in words.' }),
})

export const setRule = sandboxCall({
  ...review,
  name: 'setRule',
  path: '/rules',
  summary: 'Set a monitoring rule for an institution',
  description:
    'A rule that looks at the items of this institution alone. Two simulated officers activate it, through the real approval by two people. The institution learns nothing but the hold.',
  request: z.strictObject({
    institutionid,
    looks_for: ruleDefinition.shape.looks_for,
    kinds: ruleDefinition.shape.scope.unwrap().shape.kinds,
    assets: ruleDefinition.shape.scope.unwrap().shape.assets,
    effect: ruleDefinition.shape.effect,
    state: z
      .enum(['draft', 'shadow', 'active'])
      .default('active')
      .meta({ description: '`draft`: it looks at nothing. `shadow`: its hits are noted, and nothing is held.' }),
  }),
  response,
  errors: ['not_found', 'approval_refused'],
})

export const retireRule = sandboxCall({
  ...review,
  name: 'retireRule',
  path: '/rules/{id}/retire',
  parts: byId('id', 'a version of a rule'),
  summary: 'Retire a monitoring rule',
  description: 'It looks at no further item. What it has held stays on hold.',
  request: z.strictObject({}),
  response,
  errors: ['not_found', 'approval_refused'],
})
