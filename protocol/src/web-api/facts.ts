import { z } from 'zod'

// What a request is about, in the terms of the people who decide on it. Made when it is read, from the current data; the
// decision is on the hashed payload.

/**
 * `subject`: the thing itself. `effect`: what the approval changes, before and after. `evidence`: what speaks for or against it.
 * `unchanged`: related settings that stay.
 */
export const factParts = ['subject', 'effect', 'evidence', 'unchanged'] as const

/** `code`: an address, an account number or a key, shown in full. */
export const factKinds = ['text', 'money', 'time', 'code'] as const

/** Stands for no value. */
export const none = 'none'

export const fact = z.object({
  part: z.enum(factParts),
  label: z.string(),
  kind: z.enum(factKinds),
  value: z.string().meta({ description: 'A decimal for `money`, ISO 8601 for `time`; `none`: there is no value.' }),
  before: z.string().nullable().meta({ description: 'For a change, the value until now. Otherwise null.' }),
  asset: z.string().nullable().meta({ description: 'The asset of `money`; otherwise null.' }),
  note: z.string().nullable().meta({ description: 'A short addition.' }),
  path: z.string().nullable().meta({ description: 'The page of the thing, if the reader may open it.' }),
})
export type FactView = z.infer<typeof fact>
