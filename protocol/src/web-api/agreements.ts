import { z } from 'zod'
import { anId, isoTime } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import { products } from '../endpoints/endpoint.ts'

// Agreements: sent by staff, signed by a person of the institution, countersigned by staff.

export const id = anId.meta({ description: 'The id of an agreement.' })
const status = z.enum(statesOf(machines.agreement))
const signed = z.object({ name: z.string(), at: isoTime }).nullable()
export const sha256 = z.string().meta({ description: 'SHA-256 of the text in UTF-8, in hex.' })

export const agreement = z.object({
  agreementid: z.string(),
  product: z.enum(products),
  version: z.string(),
  status,
  text_sha256: sha256.nullable(),
  sign_until: isoTime.nullable().meta({ description: 'Settlement time.' }),
  ends_at: isoTime.nullable().meta({ description: 'Settlement time: the end of the notice of a new version.' }),
  signed,
  countersigned: signed,
  created_at: isoTime,
  updated_at: isoTime,
})

export const changed = z.object({ agreementid: z.string(), status })
export const copy = z.object({
  filename: z.string(),
  pdf: z.string().meta({ description: 'The file in base64.' }),
})
