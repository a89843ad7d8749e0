// Shapes as data: a check returns what is wrong with a value, with the place of each fault.

export type Check = (value: any, at: string) => string[]

export const text =
  (max: number, pattern = /\S/): Check =>
  (value, at) => {
    if (typeof value !== 'string') return [`${at} is no text`]
    if (value.length > max) return [`${at} is longer than ${max}`]
    return pattern.test(value) ? [] : [`${at} is not as published: ${value}`]
  }

export const among = (...values: string[]): Check => text(100, new RegExp(`^(${values.join('|')})$`))

export const list =
  (item: Check): Check =>
  (value, at) => {
    if (!Array.isArray(value) || value.length === 0) return [`${at} is no list with a member`]
    return value.flatMap((one, index) => item(one, `${at}[${index}]`))
  }

type Fields = Record<string, Check>

/** An object with all required fields, any of the optional ones, and no other. */
export const fields =
  (required: Fields, optional: Fields = {}): Check =>
  (value, at) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return [`${at} is no object`]
    const known: Fields = { ...required, ...optional }
    const missing = Object.keys(required).filter((name) => !(name in value))
    return [
      ...missing.map((name) => `${at}.${name} is missing`),
      ...Object.keys(value).flatMap(
        (name) => known[name]?.(value[name], `${at}.${name}`) ?? [`${at}.${name} is unknown`],
      ),
    ]
  }

/** An object with exactly one of these fields. */
export const oneOf =
  (choices: Fields): Check =>
  (value, at) => {
    const problems = fields({}, choices)(value, at)
    if (problems.length > 0 || Object.keys(value).length === 1) return problems
    return [`${at} has not exactly one of ${Object.keys(choices).join(', ')}`]
  }

export const both =
  (...checks: Check[]): Check =>
  (value, at) =>
    checks.flatMap((check) => check(value, at))

/** A rule on a value whose shape is right; it must not throw on another. */
export const rule =
  (isKept: (value: any) => boolean, says: string): Check =>
  (value, at) =>
    isKept(value) ? [] : [`${at}: ${says}`]
