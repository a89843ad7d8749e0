import { z } from 'zod'
import { assetCode, isoTime, uuid } from '../fields.ts'
import { heldKinds } from '../holds.ts'
import { machines, statesOf } from '../machines.ts'
import { ruleDefinition, ruleFigures } from '../rules.ts'
import { isPrintable } from '../text.ts'
import { peopleCall } from '../web-api/call.ts'
import { reason } from '../web-api/fields.ts'

// Monitoring rules: written and run in shadow by one person, activated and retired by two.

const version = z.object({
  versionid: uuid,
  ruleid: uuid,
  name: z.string(),
  number: z.int(),
  state: z.enum(statesOf(machines.rule)),
  definition: ruleDefinition,
  text: z.string().meta({ description: 'What it looks for, in words.' }),
  created_at: isoTime,
  changed_at: isoTime.meta({ description: 'When its state last changed.' }),
  hits: z.int().meta({ description: 'Hits of the last 30 days, of an active version.' }),
  shadow_hits: z.int().meta({ description: 'Hits of the last 30 days while it ran in shadow.' }),
})

const item = {
  itemid: uuid,
  kind: z.enum(heldKinds),
  institution: z.object({ id: uuid, name: z.string() }),
  asset: assetCode.nullable(),
  worth: z.string().nullable().meta({ description: 'In CHF. Null: there was no rate to value it.' }),
  at: isoTime,
  figures: ruleFigures,
  text: z.string().meta({ description: 'Why it fired, in words.' }),
}

const common = { where: 'console', tag: 'Rules' } as const
const read = { ...common, method: 'GET', act: 'rules.read' } as const
const edit = { ...common, method: 'POST', act: 'rules.edit' } as const

export const rulesCall = peopleCall({
  ...read,
  name: 'rules',
  path: '/rules',
  summary: 'Monitoring rules',
  description: 'Every version of every rule, by name, the newest version first.',
  request: z.strictObject({}),
  response: z.object({ versions: z.array(version) }),
  errors: [],
})

export const ruleCall = peopleCall({
  ...read,
  name: 'rule',
  path: '/rules/{id}',
  summary: 'A monitoring rule',
  description:
    'The versions of a rule, and its last 100 hits. A hit of an active version with an effect holds its item.',
  request: z.strictObject({ id: uuid }),
  response: z.object({
    ruleid: uuid,
    name: z.string(),
    versions: z.array(version),
    hits: z.array(
      z.object({ ...item, versionid: uuid, number: z.int(), is_shadow: z.boolean(), holdid: uuid.nullable() }),
    ),
  }),
  errors: ['not_found'],
})

export const tryRuleCall = peopleCall({
  ...read,
  name: 'tryRule',
  path: '/rules/versions/{id}/try',
  summary: 'Try a version on history',
  description:
    'Looks at the items between two times, oldest first, as if the version had been active, and writes nothing. Each answer looks at up to 20,000 items: repeat with `after` set to `next` until it is null.',
  request: z.strictObject({
    id: uuid,
    from: isoTime.optional().meta({ description: 'By default 90 days before `to`.' }),
    to: isoTime.optional().meta({ description: 'By default now. Repeat it with `after`, because new items arrive.' }),
    after: z
      .string()
      .regex(/^\d{1,18}$/, 'the `next` of an answer')
      .optional(),
  }),
  response: z.object({
    items: z.int().nullable().meta({ description: 'All items of the time, in the first answer.' }),
    looked_at: z.int().meta({ description: 'Items that this answer looks at.' }),
    fired: z.int().meta({ description: 'How many of them the rule would have fired for.' }),
    by_kind: z.array(z.object({ kind: z.enum(heldKinds), fired: z.int() })),
    hits: z.array(z.object(item)).meta({ description: 'The first 200 of them.' }),
    next: z.string().nullable().meta({ description: 'Null: all items of the time were looked at.' }),
  }),
  errors: ['not_found'],
})

export const writeRuleCall = peopleCall({
  ...edit,
  name: 'writeRule',
  path: '/rules',
  summary: 'Write a version of a rule',
  description:
    'A new rule with a `name`, or the next version of the rule `ruleid`. It is a draft and looks at nothing yet. A version never changes.',
  request: z.strictObject({
    name: z.string().trim().min(1).max(80).refine(isPrintable, 'printable characters only').optional(),
    ruleid: uuid.optional(),
    definition: ruleDefinition,
    reason,
  }),
  response: version,
  errors: ['not_found'],
})

export const shadowRuleCall = peopleCall({
  ...edit,
  name: 'shadowRule',
  path: '/rules/versions/{id}/shadow',
  summary: 'Run a version in shadow',
  description: 'From now on its hits are noted, and nothing is held.',
  request: z.strictObject({ id: uuid, reason }),
  response: version,
  errors: ['not_found'],
})

export const discardRuleCall = peopleCall({
  ...edit,
  name: 'discardRule',
  path: '/rules/versions/{id}/discard',
  summary: 'Discard a version that is not active',
  description: 'A draft, or a version in shadow. Two people retire an active one (`rule.retire`).',
  request: z.strictObject({ id: uuid, reason }),
  response: version,
  errors: ['not_found'],
})

export const ruleCalls = [rulesCall, ruleCall, tryRuleCall, writeRuleCall, shadowRuleCall, discardRuleCall] as const
