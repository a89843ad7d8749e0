import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import { z } from 'zod'
import { type Clock, systemClock } from '../../base/clock.ts'
import { BadSetting, type Config } from '../../base/config.ts'
import type { Execution, Instrument, Ladder, Venue } from '../../base/ports/venue.ts'
import type { Log } from '../../base/observability/log.ts'
import { type Answer, maxAnswerBytes, OutsideError, outsideFetch } from '../../base/http/outside.ts'
import { type Credentials, signedHeaders } from '../hmac.ts'
import { readInstruments, readLadders, writeExecutionRequest } from './ladders.ts'
import { keepReading, type Stream } from './stream.ts'

type Settings = Pick<Config, 'liquidity' | 'liquiditySecret'>

/** Opens the venues that LIQUIDITY names. Each one receives quotes until it is closed. */
export function openVenues({ liquidity, liquiditySecret: secret }: Settings, log: Log): Venue[] {
  const named = [...liquidity]
  if (named.length === 0) return []
  if (secret === null) throw new BadSetting('LIQUIDITY needs LIQUIDITY_SECRET , which signs the calls.')
  return named.map(([name, address]) => httpVenue({ name, ...address, secret, log, clock: systemClock }))
}

type VenueAddress = Credentials & {
  readonly name: string
  readonly url: string
  readonly log: Log
  readonly clock: Clock
  /** After this time without a byte the stream is reopened. */
  readonly silenceMs?: number
}

/** A venue did not answer, or answered in an unexpected way. The outcome of the call is unknown. */
class VenueError extends Error {
  override name = 'VenueError'
}

const executionAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('filled') }),
  z.object({ status: z.literal('killed'), reason: z.string() }),
])
const errorAnswer = z.object({ error: z.string() })
const positionsAnswer = z.object({
  positions: z.array(z.object({ asset: z.enum(Object.keys(assets) as AssetCode[]), amount: z.string() })),
})

/** Time limit of calls that no order waits for. */
const timeoutMs = 10_000

/** A venue over HTTP (docs/liquidity.md). Every call is signed (HMAC-SHA256). */
export function httpVenue(address: VenueAddress): Venue {
  const { name } = address
  const ending = new AbortController()
  const caller = callerOf(address)
  const { fetchText } = caller
  const { listening, ...feed } = openFeed(address, caller, ending.signal)

  async function call<T>(what: string, withinMs: number, exchange: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await exchange(AbortSignal.any([ending.signal, AbortSignal.timeout(withinMs)]))
    } catch (error) {
      throw new VenueError(`${name}, ${what}: ${reasonOf(error)}`, { cause: error })
    }
  }

  return {
    name,
    ...feed,
    execute: (id, request, withinMs) =>
      call(`execution ${id}`, withinMs, async (signal): Promise<Execution> => {
        const body = writeExecutionRequest(id, request)
        return executionAnswer.parse(json(await fetchText('POST', 'v1/executions', signal, body)))
      }),
    execution: (id, withinMs) =>
      call(`look-up of execution ${id}`, withinMs, async (signal): Promise<Execution | null> => {
        const answer = await fetchText('GET', `v1/executions/${encodeURIComponent(id)}`, signal)
        // Only in the venue's own format: a proxy's 404 says nothing about the execution.
        if (answer.status === 404 && errorAnswer.safeParse(parseOrNull(answer.text)).success) return null
        return executionAnswer.parse(json(answer))
      }),
    positions: () =>
      call('positions', timeoutMs, async (signal) => {
        const { positions } = positionsAnswer.parse(json(await fetchText('GET', 'v1/positions', signal)))
        return new Map(positions.map(({ asset, amount }) => [asset, signedMinor(amount, asset)]))
      }),
    close: async () => {
      ending.abort(new Error('it was closed'))
      await listening
    },
  }
}

type QuoteFeed = Pick<Venue, 'instruments' | 'ladder' | 'health'> & { readonly listening: Promise<void> }

/** Keeps the venue's latest quotes, parsed on arrival: an order only looks them up. */
function openFeed(address: VenueAddress, { fetchText, open }: Caller, ending: AbortSignal): QuoteFeed {
  const { clock, silenceMs = 5_000 } = address
  const log = address.log.child({ venue: address.name })
  let instruments: ReadonlyMap<string, Instrument> = new Map()
  let ladders: ReadonlyMap<string, Ladder> = new Map()
  let connected = false
  let heardAt: number | null = null

  const warnOfQuotes = rateLimited(clock, (about) => log.warn(about, 'a venue sends quotes that cannot be used'))
  const warnOfLoss = rateLimited(clock, (about) =>
    log.warn(about, 'a venue is unreachable: none of its quotes is used'),
  )
  const doubt = (symbol: string, why: string) => warnOfQuotes({ symbol, why })

  const stream: Stream = {
    silenceMs,
    open: async (signal) => {
      instruments = readInstruments(json(await fetchText('GET', 'v1/instruments', signal)), doubt)
      const { status, body } = await open('GET', 'v1/stream', signal)
      if (status !== 200 || !body) throw new Error(`it answered ${status} to its stream`)
      connected = true
      log.info('a venue is heard')
      return body
    },
    /** Each message replaces all quotes, so a malformed one leaves none. */
    take: ({ event, data }) => {
      if (event !== 'ladders') return
      heardAt = clock.wall()
      try {
        ladders = readLadders(data, instruments, heardAt, doubt)
      } catch (error) {
        ladders = new Map()
        doubt('', `a message cannot be read: ${(error as Error).message.slice(0, 200)}`)
      }
    },
    lost: (error) => {
      connected = false
      ladders = new Map()
      if (!ending.aborted) warnOfLoss({ why: reasonOf(error) })
    },
  }

  return {
    listening: keepReading(stream, ending),
    instruments: () => instruments,
    ladder: (symbol) => {
      const ladder = ladders.get(symbol)
      return ladder !== undefined && clock.wall() < ladder.expires ? ladder : null
    },
    health: () => ({ connected, heardAt: heardAt === null ? null : new Date(heardAt) }),
  }
}

/** The caller's signal sets the time limit. */
const bounded = outsideFetch({ withinMs: null, maxBytes: maxAnswerBytes.json })
/** For the stream of quotes; stream.ts limits the size of its messages. */
const unbounded = outsideFetch({ withinMs: null, maxBytes: null })

type Caller = ReturnType<typeof callerOf>

function callerOf(address: VenueAddress) {
  const base = address.url.endsWith('/') ? address.url : `${address.url}/`

  const callVia =
    (send: typeof unbounded) =>
    (method: 'GET' | 'POST', path: string, signal: AbortSignal, body = ''): Promise<Response> => {
      const at = new URL(path, base)
      const headers = signedHeaders(address, address.clock.wall(), method, at, body)
      return send(at, { method, headers, ...(body === '' ? {} : { body }), signal })
    }
  const callBounded = callVia(bounded)

  return {
    open: callVia(unbounded),
    fetchText: async (...request: Parameters<typeof callBounded>): Promise<Answer> => {
      const response = await callBounded(...request)
      return { status: response.status, text: await response.text() }
    },
  }
}

function json({ status, text }: Answer): unknown {
  if (status !== 200) throw new Error(`it answered ${status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

/** Only the cause of a fetch error has the reason. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  if (error instanceof OutsideError) return message
  return cause instanceof Error ? `${message} (${cause.message})` : message
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const signedMinor = (text: string, asset: AssetCode): bigint =>
  text.startsWith('-') ? -parseAmount(text.slice(1), asset).minor : parseAmount(text, asset).minor

const quietMs = 10_000

/** At most one log line in ten seconds. A venue with invalid quotes sends many of them. */
function rateLimited(clock: Clock, write: (about: object) => void): (about: object) => void {
  let next = -Infinity
  let suppressed = 0
  return (about) => {
    if (clock.elapsed() < next) suppressed += 1
    else {
      write({ ...about, suppressed })
      next = clock.elapsed() + quietMs
      suppressed = 0
    }
  }
}
