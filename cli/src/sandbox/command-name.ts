import { sandboxCallOf } from '@specie/protocol/sandbox/calls.ts'

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/** The command of this call of the sandbox. */
export const commandNameOf = (call: string): string => `sandbox ${call === 'advanceClock' ? 'advance' : kebab(call)}`

/** The same for a call in the form of errors, `POST /sandbox/v1/wires`; null if it is not one. */
export function commandFor(request: unknown): string | null {
  const [method = '', path = ''] = String(request).split(' ')
  const call = sandboxCallOf(method, path)
  return call === null ? null : commandNameOf(call.name)
}
