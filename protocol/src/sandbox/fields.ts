import { z } from 'zod'

// Fields that several calls of the sandbox share.

export const none = z.strictObject({})
export const institutionid = z
  .uuid('the id of an institution')
  .toLowerCase()
  .meta({ description: 'From `institutions`.', examples: ['01a1dd43-ac0c-7e54-8089-855b9399b74a'] })
export const label = z
  .string()
  .trim()
  .regex(/^[\w .:-]{1,64}$/, '1 to 64 letters, digits, spaces and . _ : -')
  .meta({ description: 'Your name for it: 1 to 64 letters, digits, spaces and . _ : -' })
