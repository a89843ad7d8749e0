import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { checkBench } from './check.ts'
import { ledgerBench } from './ledger.ts'
import { listsBench } from './lists/lists.ts'
import { mintBench } from './mint/mint.ts'
import { ordersBench } from './orders/orders.ts'
import { rendered } from './orders/png.ts'
import { growthBench } from './growth/growth.ts'
import { rulesBench } from './rules.ts'
import { reportsBench } from './reports.ts'
import { screeningBench } from './screening/screening.ts'
import { startBench } from './start.ts'
import { formatReport, plot, type Ratio, type Report } from './report.ts'

// npm run bench -- <name> [--quick] [--check] [--keep-baseline]

const benches: Record<string, (quick: boolean) => Promise<Report>> = {
  check: checkBench,
  growth: growthBench,
  ledger: ledgerBench,
  lists: listsBench,
  mint: mintBench,
  orders: ordersBench,
  rules: rulesBench,
  reports: reportsBench,
  screening: screeningBench,
  start: startBench,
}
const results = new URL('../../bench/results/', import.meta.url)
const baselineFile = new URL('baseline.json', import.meta.url)
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    'keep-baseline': { type: 'boolean', default: false },
  },
})
/** A ratio this far below its baseline is a regression, not noise; a quick run is less exact. */
const tolerance = values.quick ? 0.35 : 0.2
const name = positionals[0] ?? ''
const bench = benches[name]
if (!bench) {
  console.error(`Name a bench:${Object.keys(benches).join(', ')}`)
  process.exit(2)
}

const report = await bench(values.quick)
console.log(formatReport(report))
// A quick run is for CI; its figures are not exact enough to keep.
if (!values.quick) await save(report)
if (values['keep-baseline']) await keepBaseline(report.ratios)
if (values.check) process.exitCode = (await steppedBack(report.ratios)) ? 1 : 0

async function save({ title, unit, figures, ratios, notes, picture }: Report): Promise<void> {
  await mkdir(results, { recursive: true })
  const machine = { cores: availableParallelism(), arch: process.arch, node: process.version }
  const json = { title, unit, machine, figures: Object.fromEntries(figures), ratios, notes }
  await writeFile(new URL(`${name}.json`, results), `${JSON.stringify(json, rounded, 2)}\n`)
  await writeFile(new URL(`${name}.svg`, results), picture ?? plot({ title, unit, figures, ratios }))
  if (picture === undefined) return
  const png = await rendered(picture)
  if (png === null) console.log('\nWithout Chromium there is no PNG: the plot is in the SVG only.')
  else await writeFile(new URL(`${name}.png`, results), png)
}

function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(4)) : value
}

/** By architecture, bench and ratio: processors have different strengths. */
type Baselines = Record<string, Record<string, Record<string, number>>>
async function baselines(): Promise<Baselines> {
  return JSON.parse(await readFile(baselineFile, 'utf8')) as Baselines
}

async function keepBaseline(ratios: readonly Ratio[]): Promise<void> {
  const all = await baselines()
  const own = { ...all[process.arch], [name]: Object.fromEntries(ratios.map((ratio) => [ratio.name, ratio.value])) }
  await writeFile(baselineFile, `${JSON.stringify({ ...all, [process.arch]: own }, rounded, 2)}\n`)
}

async function steppedBack(ratios: readonly Ratio[]): Promise<boolean> {
  const kept = (await baselines())[process.arch]?.[name] ?? {}
  const worse = ratios.filter((ratio) => ratio.value < (kept[ratio.name] ?? 0) * (1 - tolerance))
  for (const { name: what, value } of worse) {
    console.error(`${what} is ${value.toFixed(2)}, more than ${tolerance * 100} % below its baseline of ${kept[what]}.`)
  }
  return worse.length > 0
}
