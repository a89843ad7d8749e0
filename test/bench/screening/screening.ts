import { compareReadings, readName } from '@specie/screening/match/compare-names.ts'
import type { Measured } from '../measure.ts'
import type { Ratio, Report } from '../report.ts'
import { type Figures, figuresOf, judged, type LabelledPair, pairFiles, readPairs, type Verdict } from './pairs.ts'

// How well names are matched: recall and precision on pairs labelled by hand, for those that were looked at while the
// matcher was developed, and for the third of them that was not. Then how fast two names are read and compared.

const goals = { recall: 0.92, precision: 0.9, nonLatinRecall: 0.95 }

export async function screeningBench(quick: boolean): Promise<Report> {
  const verdicts = pairFiles.flatMap((file) => judged(readPairs(file)).map((one) => ({ ...one, file })))
  const parts = [false, true].map((held) => verdicts.filter((one) => one.held === held))
  const ratios = parts.flatMap((part, n) => ratiosOf(n === 0 ? 'developed on' : 'held back', part))
  return {
    title: 'Screening: names compared',
    unit: 'per second',
    figures: speeds(verdicts, quick ? 0.3 : 2),
    ratios,
    notes: [table(verdicts)],
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

function speeds(pairs: readonly LabelledPair[], seconds: number): Map<string, Measured> {
  const readings = pairs.flatMap(({ kind, one, other }) => [readName(kind, one), readName(kind, other)])
  return new Map([
    ['names read', rate(seconds, (n) => void readName(pairs[n % pairs.length]!.kind, pairs[n % pairs.length]!.one))],
    [
      'pairs compared, most different',
      rate(
        seconds,
        (n) => void compareReadings(readings[n % readings.length]!, readings[(n * 7 + 3) % readings.length]!),
      ),
    ],
  ])
}

function rate(seconds: number, once: (n: number) => void): Measured {
  const until = performance.now() + seconds * 1000
  const begun = performance.now()
  let count = 0
  while (performance.now() < until) for (let n = 0; n < 100; n++) once(count++)
  return { perSecond: count / ((performance.now() - begun) / 1000) }
}
