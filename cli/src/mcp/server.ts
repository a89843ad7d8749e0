import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Client } from '@specie/sdk/client.ts'
import { SpecieError } from '@specie/sdk/error.ts'
import type { Endpoint } from '@specie/protocol/endpoints/endpoint.ts'
import { z } from 'zod'
import type { Env } from '../env.ts'
import { isRefused } from '../integrator/outcome.ts'
import type { Fields } from '../integrator/over-api.ts'
import { version } from '../version.ts'
import { askPerson, cannotAsk } from './ask-person.ts'
import { type Confirmations, createConfirmations } from './confirmations.ts'
import { readTools, writeTools } from './tools.ts'
import { whereIs } from './where-is.ts'

/** A server of the Model Context Protocol over a client of the API. */
export function createMcpServer(env: Env, client: Client, allowWrites: boolean): McpServer {
  const server = new McpServer({ name: 'specie', version }, { instructions: instructionsOf(allowWrites) })
  server.registerTool(
    'where_is',
    {
      title: 'Where is it?',
      description:
        'Where is my mint, redemption, withdrawal, payment or deposit? Finds it by any id (requestid, withdrawalid, paymentid, depositid, txid, bank reference, your own clreqid) and explains what it waits for. Without an id: everything under way.',
      inputSchema: z.strictObject({ id: z.string().max(128).optional() }),
      annotations: { readOnlyHint: true },
    },
    ({ id }) => answered(async () => ({ found: await whereIs(client, id) })),
  )
  for (const [name, { endpoint, when }] of Object.entries(readTools)) addRead(server, client, name, endpoint, when)
  if (!allowWrites) return server
  const confirmations = createConfirmations(env)
  for (const [name, { endpoint, when }] of Object.entries(writeTools))
    addWrite({ env, client, server, confirmations }, name, endpoint, when)
  return server
}

const instructionsOf = (allowWrites: boolean): string =>
  [
    'The account of one institution at a stablecoin desk (VCHF, VGBP). Amounts are decimal texts; never round them or turn them into floating-point numbers.',
    'One call a second is possible, so request only the data that you need.',
    allowWrites
      ? 'Tools that move money first return what would happen and a confirmation. Call again with the confirmation. The person is asked in their program and decides. If no answer comes, repeat the call with the same confirmation. It is done once. Never start again without a confirmation.'
      : 'This server only reads and changes nothing.',
  ].join(' ')

function addRead(server: McpServer, client: Client, name: string, endpoint: Endpoint, when: string): void {
  server.registerTool(
    name,
    {
      title: endpoint.summary,
      description: `${when} ${endpoint.description}`,
      inputSchema: endpoint.request,
      annotations: { readOnlyHint: true },
    },
    (fields) => answered(() => askOf(client, endpoint)(fields)),
  )
}

type Writing = {
  readonly env: Env
  readonly client: Client
  readonly server: McpServer
  readonly confirmations: Confirmations
}

/** The client fills them in, or this server does. */
const notAsked = ['timestamp', 'ordtype', 'timeinforce', 'validate', 'clordid', 'clreqid']

function addWrite(writing: Writing, name: string, endpoint: Endpoint, when: string): void {
  const request = Object.entries(endpoint.request.shape).filter(([field]) => !notAsked.includes(field))
  const confirmation = z.string().max(64).optional().meta({
    description:
      'From the dry run of exactly this request. Leave it out first. To repeat an unanswered call, send the same one.',
  })
  writing.server.registerTool(
    name,
    {
      title: endpoint.summary,
      description: `${when} Without a confirmation it does nothing. It returns what would happen, and a confirmation. With it the person is asked, and it is done if they agree. ${endpoint.description}`,
      inputSchema: z.strictObject({ ...Object.fromEntries(request), confirmation }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
    },
    ({ confirmation, ...fields }, { signal }) =>
      answered(() =>
        confirmation === undefined
          ? dryRun(writing, endpoint, fields)
          : carryOut(writing, endpoint, fields, confirmation, signal),
      ),
  )
}

async function dryRun({ env, client, server, confirmations }: Writing, endpoint: Endpoint, request: Fields) {
  const why = cannotAsk(server)
  if (why !== null) return { done: false, why }
  const call = endpoint.name
  // One id for both steps and for every repetition. After a lost answer it is still done once.
  const id = `mcp-${env.newId()}`
  const fields = { ...request, [call === 'addOrder' ? 'clordid' : 'clreqid']: id }
  const outcome = await askOf(client, endpoint)({ ...fields, validate: 'true' })
  if (isRefused(call, outcome)) return { done: false, would_be_refused: outcome }
  confirmations.give(id, { call, fields, outcome }, request)
  return {
    done: false,
    would_happen: outcome,
    confirmation: id,
    next: 'Call again with the same fields and this confirmation, within five minutes. The person is asked, and decides. If no answer comes, repeat exactly that call. It is done once.',
  }
}

async function carryOut(
  { env, client, server, confirmations }: Writing,
  endpoint: Endpoint,
  request: Fields,
  token: string,
  signal: AbortSignal,
): Promise<object> {
  const run = confirmations.find(token, endpoint.name, request)
  if ('refused' in run) return { done: false, why: run.refused }
  if (!run.isAgreed) {
    const why = await askPerson(server, endpoint.summary, run, { now: env.now(), signal })
    if (why !== null) confirmations.forget(token)
    if (why !== null) return { done: false, why }
    run.isAgreed = true
  }
  const isFirst = !run.isSent
  run.isSent = true
  const answer = await askOf(
    client,
    endpoint,
  )(run.fields).catch((error: unknown) => {
    // A repeated request may have been carried out the first time, even if this answer is a refusal.
    if (isFirst && isKnownRefusal(error)) run.isSent = false
    throw error
  })
  return { done: !isRefused(endpoint.name, answer), ...answer }
}

/** After these the outcome is unknown; after any other error nothing was done. */
const isKnownRefusal = (error: unknown): boolean =>
  error instanceof SpecieError && error.code !== 'outcome_unknown' && error.code !== 'aborted'

type Ask = (fields: Fields) => Promise<Record<string, unknown>>

const askOf = (client: Client, { name }: Endpoint): Ask => client[name as keyof Client] as unknown as Ask

/** As text: every client of the protocol can read it. */
async function answered(work: () => Promise<object>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: JSON.stringify(await work(), null, 2) }] }
  } catch (error) {
    if (!(error instanceof SpecieError)) throw error
    const { code, message, hint, traceid, details, docs } = error
    const text = JSON.stringify({ code, message, hint, details, traceid, docs }, null, 2)
    return { isError: true, content: [{ type: 'text', text }] }
  }
}
