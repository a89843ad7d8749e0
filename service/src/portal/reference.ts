import { portalPath } from '@specie/protocol/web-api/call.ts'
import { peopleOpenapi } from '@specie/protocol/openapi/people.ts'
import type { Env } from '../base/env.ts'
import { perAddress } from '../base/http/per-address.ts'
import { serveText } from '../base/http/serve-text.ts'
import type { App } from '../base/http/shell.ts'
import { version } from '../base/version.ts'

/** The description of portal and console for programs. */
export function peopleReference(app: App, { config, clock }: Env): void {
  serveText(app, {
    limit: perAddress(config.publicPerSecond, clock),
    url: `${portalPath}/openapi.json`,
    type: 'application/json',
    text: () => JSON.stringify(peopleOpenapi({ version })),
  })
}
