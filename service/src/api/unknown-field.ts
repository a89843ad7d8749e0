import { nearest } from '@specie/protocol/nearest.ts'
import { z } from 'zod'
import { type ApiError, badRequest } from '../base/http/errors.ts'

/** An unknown field, with the probably intended one. */
export function unknownField(schema: z.ZodType, path: readonly PropertyKey[], name: string): ApiError {
  return badRequest('unknown_field', sentence(name, namesAt(schema, path)), [...path, name].join('.'))
}

function sentence(name: string, known: readonly string[]): string {
  // Other names are not repeated in the error. They may contain anything.
  if (!/^[\w.-]{1,40}$/.test(name)) return 'This call has no such field.'
  const near = nearest(name, known)
  return `This call has no field \`${name}\`.${near === null ? '' : ` Did you mean \`${near}\`?`}`
}

/** The fields of an object in the request. */
function namesAt(schema: z.core.$ZodType, [first, ...rest]: readonly PropertyKey[]): string[] {
  const forms = formsOf(schema)
  if (first === undefined) return forms.flatMap((form) => (form instanceof z.ZodObject ? Object.keys(form.shape) : []))
  return forms.flatMap((form) => {
    const inner =
      form instanceof z.ZodArray ? form.element : form instanceof z.ZodObject ? form.shape[String(first)] : undefined
    return inner === undefined ? [] : namesAt(inner, rest)
  })
}

/** The type of a field, without its wrappers for optional or transformed values. */
function formsOf(schema: z.core.$ZodType): z.core.$ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(formsOf)
  if (schema instanceof z.ZodPipe) return formsOf(schema.in)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return formsOf(schema.unwrap())
  return [schema]
}
