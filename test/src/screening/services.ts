import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { systemClock } from '@specie/service/base/clock.ts'
import { readConfig } from '@specie/service/base/config.ts'
import type { Env } from '@specie/service/base/env.ts'
import { askServices } from '@specie/service/compliance/services/job.ts'
import { withRuntime } from '@specie/service/runtime.ts'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { screened } from './desk.ts'
import type { Mode } from './services-process.ts'

export type Services = {
  readonly url: string
  /** From now on both answer in this way. `listed`: who matches; by default each party. */
  answer(mode: Mode, listed?: string): Promise<void>
  /** What both were asked. */
  asked(): Promise<string[]>
}

/** The process of both services, for all tests of a file. Each test begins with services that find no match. */
export function servicesForEachTest(): Services {
  let url = ''
  let child: ReturnType<typeof fork>
  const services = {
    get url() {
      return url
    },
    answer: async (mode: Mode, listed: string | null = null) => {
      await fetch(`${url}/mode`, { method: 'PUT', body: JSON.stringify({ mode, listed }) })
    },
    asked: async () => (await (await fetch(`${url}/asked`)).json()) as string[],
  }
  beforeAll(async () => {
    child = fork(join(import.meta.dirname, 'services-process.ts'))
    const [port] = (await once(child, 'message')) as [number]
    url = `http://127.0.0.1:${port}`
  })
  beforeEach(() => services.answer('none'))
  afterAll(() => child.disconnect())
  return services
}

export type Asking = {
  readonly env: Env
  /** Hours pass, and the jobs work: questions are asked, and what is answered continues. */
  later(hours: number): Promise<void>
}

/** The same desk with these services in its settings, and with a clock of its own. */
export function asking(env: Env, { url }: Services, only?: 'watchman' | 'yente'): Asking {
  const all = { watchman: `watchman=${url}`, yente: `yente=${url}/match/default` }
  const { screeningServices } = readConfig({ SCREENING_SERVICES: only ? all[only] : Object.values(all).join(',') })
  let ahead = 0
  const clock = { ...env.clock, now: () => new Date(systemClock.now().getTime() + ahead) }
  const config = { ...env.config, screeningServices, serviceAnswerMs: 5_000 }
  const asks = withRuntime({ ...env, clock, config })
  return {
    env: asks,
    later: async (hours) => {
      ahead += hours * 3_600_000
      while ((await askServices.run(asks)) > 0);
      await screened(asks)
    },
  }
}
