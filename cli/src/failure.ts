import { SpecieError } from '@specie/sdk/error.ts'
import { CommandError, Misuse } from './errors.ts'
import { harmless } from './harmless.ts'

/** Tells what went wrong; answers the exit code. */
export function tellFailure(error: unknown, asJson: boolean): number {
  const isExpected = error instanceof CommandError || error instanceof SpecieError
  if (!isExpected) console.error(error)
  else console.error(harmless(asJson ? JSON.stringify(factsOf(error), null, 2) : sentencesOf(error)))
  return error instanceof Misuse ? 2 : 1
}

const factsOf = (error: CommandError | SpecieError): object => {
  if (!(error instanceof SpecieError)) return { message: error.message }
  const { code, status, message, hint, traceid, details, docs } = error
  return { code, status, message, hint, traceid, details, docs }
}

/** The code and what it says, what to do, and where to read on. */
function sentencesOf(error: CommandError | SpecieError): string {
  if (!(error instanceof SpecieError)) return error.message
  const { code, message, hint, traceid, details, docs } = error
  const cure = hint === '' || message.includes(hint) ? [] : [`  ${hint}`]
  const where = [...(traceid === null ? [] : [`trace ${traceid}`]), ...(docs === '' ? [] : [`docs ${docs}`])].join(
    '   ',
  )
  return [`${code}: ${message}`, ...cure, ...figuresOf(details), ...(where === '' ? [] : [`  ${where}`])].join('\n')
}

/** What the message speaks of: the minimum, the field, the last nonce. */
function figuresOf(details: Readonly<Record<string, unknown>>): string[] {
  const plain = Object.entries(details).filter(
    ([name, value]) => name !== 'hint' && ['string', 'number'].includes(typeof value),
  )
  return plain.length === 0 ? [] : [`  ${plain.map(([name, value]) => `${name} ${String(value)}`).join(', ')}`]
}
