import { SpecieError } from '@specie/sdk/error.ts'
import { InvalidArgument } from '@specie/sdk/invalid-argument.ts'
import { CommandError, Misuse } from './errors.ts'
import { harmless } from './harmless.ts'
import { commandFor } from './sandbox/command-name.ts'

/** Prints what went wrong; returns the exit code. */
export function reportFailure(error: unknown, asJson: boolean): number {
  if (!isExpected(error)) console.error(error)
  else console.error(harmless(asJson ? JSON.stringify(factsOf(error), null, 2) : sentencesOf(error)))
  return error instanceof Misuse || error instanceof InvalidArgument ? 2 : 1
}

type Expected = CommandError | SpecieError | InvalidArgument

/** Any other error is a defect of ours, shown with its stack. */
const isExpected = (error: unknown): error is Expected =>
  error instanceof CommandError || error instanceof SpecieError || error instanceof InvalidArgument

const factsOf = (error: Expected): object => {
  if (!(error instanceof SpecieError)) return { message: error.message }
  const { code, status, message, hint, traceid, details, docs } = error
  return { code, status, message, hint, traceid, details, docs }
}

/** The code and its message, the cure, and where to read on. */
function sentencesOf(error: Expected): string {
  if (!(error instanceof SpecieError)) return error.message
  const { code, message, hint, traceid, details, docs } = error
  const cure = hint === '' || message.includes(hint) ? [] : [`  ${hint}`]
  const where = [...(traceid === null ? [] : [`trace ${traceid}`]), ...(docs === '' ? [] : [`docs ${docs}`])].join(
    '   ',
  )
  const command = commandFor(details['sandbox'])
  return [
    `${code}: ${message}`,
    ...cure,
    ...(command === null ? [] : [`  In UAT: specie ${command}; see specie ${command} --help`]),
    ...figuresOf(details),
    ...(where === '' ? [] : [`  ${where}`]),
  ].join('\n')
}

/** The values behind the message: the minimum, the field, the last nonce. */
function figuresOf(details: Readonly<Record<string, unknown>>): string[] {
  const plain = Object.entries(details).filter(
    ([name, value]) => !['hint', 'sandbox'].includes(name) && ['string', 'number'].includes(typeof value),
  )
  return plain.length === 0 ? [] : [`  ${plain.map(([name, value]) => `${name} ${String(value)}`).join(', ')}`]
}
