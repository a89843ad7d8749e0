import { z } from 'zod'
import { fiatCodes } from '../assets.ts'
import { isoTime } from '../fields.ts'

export const accountStatus = z.enum(['active', 'unconfirmed', 'disabled'])

export const accountView = {
  accountid: z.string(),
  label: z.string(),
  currency: z.enum(fiatCodes),
  identifier: z.string(),
  name: z.string(),
  status: accountStatus,
  created_at: isoTime,
  updated_at: isoTime,
}

export const waitsBecause = z
  .string()
  .nullable()
  .meta({ description: 'The reason why our staff must clear the account first, or null.' })
