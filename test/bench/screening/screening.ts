import { compareNames } from '@specie/screening/match/compare-names.ts'
import type { Ratio, Report } from '../report.ts'
import { type Figures, figuresOf, judged, pairFiles, readPairs, type Verdict } from './pairs.ts'
import { type RulePair, rulePairs } from './sets.ts'
import { measureSpeeds } from './speed.ts'

// How well names are matched: recall and precision on pairs labelled by hand, for those that were looked at while the
// matcher was developed, and for the third of them that was not. The same on pairs made by rule. Then how fast parties are
// looked up in 50,000 entries, and screened again when a list changes.

const goals = { recall: 0.92, precision: 0.9, nonLatinRecall: 0.95 }

export async function screeningBench(quick: boolean): Promise<Report> {
  const verdicts = pairFiles.flatMap((file) => judged(readPairs(file)).map((one) => ({ ...one, file })))
  const parts = [false, true].map((held) => verdicts.filter((one) => one.held === held))
  const ratios = parts.flatMap((part, n) => ratiosOf(n === 0 ? 'developed on' : 'held back', part))
  const byRule = rulePairs().map((pair) => ({ ...pair, hit: compareNames(pair.kind, pair.listed, pair.asked).hit }))
  const { figures, note } = measureSpeeds(quick)
  return {
    title: 'Screening: names looked up, by the time of one core',
    unit: 'per second',
    figures,
    ratios: [...ratios, ...ruleRatios(byRule)],
    notes: [note, table(verdicts), ruleTable(byRule)],
  }
}

function ratiosOf(part: string, verdicts: readonly Verdict[]): Ratio[] {
  const all = figuresOf(verdicts)
  const nonLatin = figuresOf(verdicts.filter(({ script }) => script !== 'latin'))
  return [
    { name: `${part}: recall`, value: all.recall, goal: goals.recall },
    { name: `${part}: precision`, value: all.precision, goal: goals.precision },
    { name: `${part}: recall, other scripts than Latin`, value: nonLatin.recall, goal: goals.nonLatinRecall },
  ]
}

function table(verdicts: readonly (Verdict & { readonly file: string })[]): string {
  const groups = Map.groupBy(verdicts, ({ file, kind, category }) => `${file.replace('.csv', '')} ${kind} ${category}`)
  const rows = [...groups].map(([name, some]) => {
    const [seen, held] = [false, true].map((is) => shown(figuresOf(some.filter((one) => one.held === is))))
    return `${name.padEnd(36)} ${seen}  ${held}`
  })
  return [`${''.padEnd(36)} ${'developed on'.padEnd(26)}  held back`, ...rows].join('\n')
}

const percent = (value: number): string => `${Math.round(value * 100)} %`.padStart(5)
const shown = ({ pairs, recall, precision }: Figures): string =>
  `${String(pairs).padStart(4)}: ${percent(recall)} / ${percent(precision)}`.padEnd(26)

function ruleRatios(verdicts: readonly RuleVerdict[]): Ratio[] {
  return (['person', 'company'] as const).flatMap((kind) => {
    const own = verdicts.filter((one) => one.kind === kind)
    return [
      { name: `made by rule, ${kind}: mangled names found`, value: shareOfHits(own.filter(({ same }) => same)) },
      {
        name: `made by rule, ${kind}: near misses left alone`,
        value: 1 - shareOfHits(own.filter(({ same }) => !same)),
      },
    ]
  })
}

/** Recall of mangled names and false alarms of near misses, by kind of damage and by script. */
function ruleTable(verdicts: readonly RuleVerdict[]): string {
  const rows = (['how', 'script'] as const).flatMap((by) =>
    [...Map.groupBy(verdicts, (one) => `${one.same ? 'found' : 'false alarms'}  ${one.kind}  ${one[by]}`)].map(
      ([name, some]) => `${name.padEnd(48)} ${String(some.length).padStart(5)}: ${percent(shareOfHits(some))}`,
    ),
  )
  return ['Made by rule from the sample lists', ...rows].join('\n')
}

type RuleVerdict = RulePair & { readonly hit: boolean }

const shareOfHits = (verdicts: readonly RuleVerdict[]): number =>
  verdicts.filter(({ hit }) => hit).length / Math.max(1, verdicts.length)
