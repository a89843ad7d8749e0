import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import { z } from 'zod'
import { type Clock, systemClock } from '../../base/clock.ts'
import { BadSetting, type Config } from '../../base/config.ts'
import type { Execution, Instrument, Ladder, Venue } from '../../base/ports/venue.ts'
import type { Log } from '../../base/observability/log.ts'
import { type Answer, maxAnswerBytes, OutsideError, outsideFetch } from '../../base/http/outside.ts'
import { type Credentials, signedHeaders } from '../hmac.ts'
import { readInstruments, readLadders, writeAsk } from './ladders.ts'
import { follow, type Stream } from './stream.ts'

type Settings = Pick<Config, 'liquidity' | 'liquidityKey' | 'liquiditySecret'>

/** The venues that LIQUIDITY names; each is listened to from now on, until it is closed. */
export function openVenues({ liquidity, liquidityKey: key, liquiditySecret: secret }: Settings, log: Log): Venue[] {
  const named = [...liquidity]
  if (named.length === 0) return []
  if (secret === null) throw new BadSetting('LIQUIDITY needs LIQUIDITY_SECRET beside it: calls are signed with it.')
  return named.map(([name, url]) => httpVenue({ name, url, key, secret, log, clock: systemClock }))
}

type VenueAddress = Credentials & {
  readonly name: string
  readonly url: string
  readonly log: Log
  readonly clock: Clock
  /** So long without a byte on the stream and it is opened anew. */
  readonly silenceMs?: number
}

/** A venue did not answer, or not as it should: whether it did what was asked is not known. */
class VenueError extends Error {
  override name = 'VenueError'
}

const executionTold = z.discriminatedUnion('status', [
  z.object({ status: z.literal('filled') }),
  z.object({ status: z.literal('killed'), reason: z.string() }),
])
const errorTold = z.object({ error: z.string() })
const positionsTold = z.object({
  positions: z.array(z.object({ asset: z.enum(Object.keys(assets) as AssetCode[]), amount: z.string() })),
})

/** For what no order waits for. */
const patienceMs = 10_000

/** A venue over HTTP, as docs/liquidity.md has it; every call is signed (HMAC-SHA256). */
export function httpVenue(address: VenueAddress): Venue {
  const { name } = address
  const ending = new AbortController()
  const caller = callerOf(address)
  const { ask } = caller
  const { listening, ...heard } = listenTo(address, caller, ending.signal)

  async function told<T>(what: string, withinMs: number, exchange: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await exchange(AbortSignal.any([ending.signal, AbortSignal.timeout(withinMs)]))
    } catch (error) {
      throw new VenueError(`${name}, ${what}: ${reasonOf(error)}`, { cause: error })
    }
  }

  return {
    name,
    ...heard,
    execute: (id, asked, withinMs) =>
      told(`execution ${id}`, withinMs, async (signal): Promise<Execution> => {
        const body = writeAsk(id, asked)
        return executionTold.parse(json(await ask('POST', 'v1/executions', signal, body)))
      }),
    execution: (id, withinMs) =>
      told(`look-up of execution ${id}`, withinMs, async (signal): Promise<Execution | null> => {
        const answer = await ask('GET', `v1/executions/${encodeURIComponent(id)}`, signal)
        // In its own words: the 404 of something between us and the venue says nothing about the execution.
        if (answer.status === 404 && errorTold.safeParse(parsed(answer.text)).success) return null
        return executionTold.parse(json(answer))
      }),
    positions: () =>
      told('positions', patienceMs, async (signal) => {
        const { positions } = positionsTold.parse(json(await ask('GET', 'v1/positions', signal)))
        return new Map(positions.map(({ asset, amount }) => [asset, signedMinor(amount, asset)]))
      }),
    close: async () => {
      ending.abort(new Error('it was closed'))
      await listening
    },
  }
}

type Heard = Pick<Venue, 'instruments' | 'ladder' | 'health'> & { readonly listening: Promise<void> }

/** Keeps what the venue tells, read when it comes: an order only looks it up. */
function listenTo(address: VenueAddress, { ask, open }: Caller, ending: AbortSignal): Heard {
  const { clock, silenceMs = 5_000 } = address
  const log = address.log.child({ venue: address.name })
  let instruments: ReadonlyMap<string, Instrument> = new Map()
  let ladders: ReadonlyMap<string, Ladder> = new Map()
  let connected = false
  let heardAt: number | null = null

  const warnOfQuotes = sparingly(clock, (about) => log.warn(about, 'a venue sends quotes that cannot be used'))
  const warnOfLoss = sparingly(clock, (about) => log.warn(about, 'a venue cannot be heard: none of its quotes is used'))
  const doubt = (symbol: string, why: string) => warnOfQuotes({ symbol, why })

  const stream: Stream = {
    silenceMs,
    open: async (signal) => {
      instruments = readInstruments(json(await ask('GET', 'v1/instruments', signal)), doubt)
      const { status, body } = await open('GET', 'v1/stream', signal)
      if (status !== 200 || !body) throw new Error(`it answered ${status} to its stream`)
      connected = true
      log.info('a venue is heard')
      return body
    },
    /** Each message replaces all quotes, so one that cannot be read leaves none. */
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
    listening: follow(stream, ending),
    instruments: () => instruments,
    ladder: (symbol) => {
      const ladder = ladders.get(symbol)
      return ladder !== undefined && clock.wall() < ladder.expires ? ladder : null
    },
    health: () => ({ connected, heardAt: heardAt === null ? null : new Date(heardAt) }),
  }
}

/** How long, each caller says itself by its signal. */
const bounded = outsideFetch({ withinMs: null, maxBytes: maxAnswerBytes.json })
/** The stream of quotes; its messages have a limit of their own. */
const endless = outsideFetch({ withinMs: null, maxBytes: null })

type Caller = ReturnType<typeof callerOf>

function callerOf(address: VenueAddress) {
  const base = address.url.endsWith('/') ? address.url : `${address.url}/`

  const through =
    (send: typeof endless) =>
    (method: 'GET' | 'POST', path: string, signal: AbortSignal, body = ''): Promise<Response> => {
      const at = new URL(path, base)
      const headers = signedHeaders(address, address.clock.wall(), method, at, body)
      return send(at, { method, headers, ...(body === '' ? {} : { body }), signal })
    }
  const whole = through(bounded)

  return {
    open: through(endless),
    ask: async (...asked: Parameters<typeof whole>): Promise<Answer> => {
      const response = await whole(...asked)
      return { status: response.status, text: await response.text() }
    },
  }
}

function json({ status, text }: Answer): unknown {
  if (status !== 200) throw new Error(`it answered ${status}: ${text.slice(0, 300)}`)
  return JSON.parse(text)
}

/** What went wrong below fetch is told by the cause alone. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  if (error instanceof OutsideError) return message
  return cause instanceof Error ? `${message} (${cause.message})` : message
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const signedMinor = (text: string, asset: AssetCode): bigint =>
  text.startsWith('-') ? -parseAmount(text.slice(1), asset).minor : parseAmount(text, asset).minor

const quietMs = 10_000

/** One line in ten seconds: whoever sends what cannot be used sends a lot of it. */
function sparingly(clock: Clock, say: (about: object) => void): (about: object) => void {
  let next = -Infinity
  let unsaid = 0
  return (about) => {
    if (clock.elapsed() < next) unsaid += 1
    else {
      say({ ...about, unsaid })
      next = clock.elapsed() + quietMs
      unsaid = 0
    }
  }
}
