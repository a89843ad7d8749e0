import { z } from 'zod'
import { uuid } from '../fields.ts'
import { isPrintable } from '../text.ts'
import { peopleCall } from '../web-api/call.ts'
import { reason } from '../web-api/fields.ts'

// The register of outsourced services, kept by staff.

const text = (most: number) => z.string().trim().min(1).max(most).refine(isPrintable, 'printable characters only')
const country = z.string().regex(/^[A-Z]{2}$/, 'an ISO 3166 code of two letters')
const day = z.iso.date()
const flag = z.enum(['yes', 'no'])

const service = {
  code: z
    .string()
    .regex(/^[a-z0-9._:-]{1,40}$/, '1 to 40 of a-z 0-9 . _ : -')
    .meta({ description: 'Our name of the service, such as `bank` or `nodes.eth`.' }),
  provider: text(140),
  provider_code: text(64).optional().meta({ description: 'An LEI, or a registration number.' }),
  provider_country: country,
  function: text(255).meta({ description: 'The work of the service for us.' }),
  critical: flag.meta({ description: 'Whether a critical or important function depends on it.' }),
  data_country: country.meta({ description: 'Where its data is stored and processed.' }),
  contract: text(64).meta({ description: 'The reference of the contract.' }),
  starts_on: day,
  ends_on: day.optional(),
  exit_plan: text(255).optional().meta({ description: 'How we leave it.' }),
  ended: flag.default('no').meta({ description: 'Whether it is no longer used.' }),
} as const

export const saveOutsourcedServiceCall = peopleCall({
  where: 'console',
  method: 'POST',
  act: 'outsourcing.edit',
  tag: 'Reports',
  name: 'saveOutsourcedService',
  path: '/outsourced-services',
  summary: 'Save a service in the register of outsourced services',
  description:
    'Replaces what the register has under this code. Earlier content stays visible in reports of earlier days.',
  request: z.strictObject({ ...service, reason }),
  response: z.object({ id: uuid, code: z.string() }),
  errors: [],
})

export type OutsourcedService = {
  readonly code: string
  readonly provider: string
  readonly provider_code: string | null
  readonly provider_country: string
  readonly function: string
  readonly is_critical: boolean
  readonly data_country: string
  readonly contract: string
  readonly starts_on: string
  readonly ends_on: string | null
  readonly exit_plan: string
  readonly is_ended: boolean
}
