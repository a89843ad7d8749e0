import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'
import type { DryRun } from './confirmations.ts'

// The person agrees to a write in their own program (elicitation), not through the assistant. An assistant misled by a text
// cannot agree in their place.

/** Why this program cannot write; null if it can ask its person. */
export function cannotAsk({ server }: McpServer): string | null {
  if (server.getClientCapabilities()?.elicitation?.form) return null
  return 'This program cannot ask its person for agreement (elicitation of the Model Context Protocol), so it cannot move money. Nothing was done. The person can use the specie command or the portal.'
}

const timedOut: number = ErrorCode.RequestTimeout

const form = {
  type: 'object',
  properties: { agree: { type: 'boolean', title: 'Carry it out', description: 'Nothing happens without this.' } },
  required: ['agree'],
} as const

/** Null if the person has agreed, otherwise why not. */
export async function askPerson(
  { server }: McpServer,
  title: string,
  { fields, outcome, until }: DryRun,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<string | null> {
  const message = [title, ...linesOf(fields), '', 'What would happen:', ...linesOf(outcome)].join('\n')
  try {
    const question = { message, requestedSchema: { ...form, required: [...form.required] } }
    const { action, content } = await server.elicitInput(question, { signal, timeout: until - now.getTime() })
    return action === 'accept' && content?.['agree'] === true ? null : 'The person has not agreed. Nothing was done.'
  } catch (error) {
    // A canceled call is not an answer of the person.
    if (!signal.aborted && error instanceof McpError && error.code === timedOut)
      return 'The person has not answered within five minutes. Nothing was done.'
    throw error
  }
}

const linesOf = (fields: object): string[] =>
  Object.entries(fields).map(
    ([name, value]) => `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
