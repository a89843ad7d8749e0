import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'

// The service checks the types of its answers; formats are checked here, on every answer of a test.

const responses = new Map(endpoints.map(({ path, response }) => [path as string, response]))

/** Throws unless this is an answer of the endpoint: every field as its schema has it, and no other. */
export function assertContract(path: string, answer: unknown): void {
  const response = responses.get(path)
  if (response === undefined) return
  const declared = response.parse(answer)
  if (JSON.stringify(declared) === JSON.stringify(answer)) return
  throw new Error(`${path} answers more than it declares, or in another order: ${JSON.stringify(answer)}`)
}
