import * as calls from '@specie/protocol/sandbox/rules.ts'
import type { Env } from '../base/env.ts'
import { ApiError } from '../base/http/errors.ts'
import type { App } from '../base/http/shell.ts'
import { isUuid } from '../base/ids.ts'
import { discard, runInShadow, writeVersion } from '../compliance/rule/change.ts'
import { versionView } from '../compliance/rule/list.ts'
import { versionOf } from '../compliance/rule/row.ts'
import { byPerson } from '../people/by.ts'
import { assertInstitution, institutionName } from '../directory/institutions.ts'
import { mount } from './control/mount.ts'
import { agreeInSandbox, officer } from './demo/people.ts'

/** Monitoring rules for one institution of UAT, by simulated officers. */
export function ruleRoutes(app: App, env: Env): void {
  const by = async () => byPerson(env, await officer(env, 'a'), { ip: '127.0.0.1' }, 'requested through the sandbox')

  mount(app, calls.setRule, async ({ institutionid, looks_for, kinds, assets, effect, state }) => {
    await assertInstitution(env.db, institutionid)
    const name = await nameFor(env, institutionid)
    const scope = { kinds, assets, risk_classes: [], institutions: [institutionid] }
    const who = await by()
    const written = { name, definition: { looks_for, scope, effect } }
    const { id } = await env.db.tx((tx) => writeVersion(env, tx, written, who))
    if (state === 'shadow') await env.db.tx((tx) => runInShadow(tx, id, who))
    if (state === 'active') await agreeInSandbox(env, 'rule.activate', { versionid: id })
    return shown(env, id)
  })

  mount(app, calls.retireRule, async (_given, { id = '' }) => {
    if (!isUuid(id)) throw new ApiError('not_found', { id }, 'There is no such version of a rule.')
    const { state } = await versionOf(env.db, id)
    const who = await by()
    if (state === 'active') await agreeInSandbox(env, 'rule.retire', { versionid: id })
    else await env.db.tx((tx) => discard(tx, id, who))
    return shown(env, id)
  })
}

async function nameFor(env: Env, institutionId: string): Promise<string> {
  const whose = await institutionName(env.db, institutionId)
  return `UAT ${env.ids.uuid(env.clock.now()).slice(-8)}, ${whose}`.slice(0, 80)
}

async function shown({ db }: Env, id: string) {
  const { versionid, state, text } = versionView(await versionOf(db, id))
  return { versionid, state, text }
}
