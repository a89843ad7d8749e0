import { figuresOf, judged, pairFiles, readPairs } from './pairs.ts'
const kind = process.argv[2],
  all = process.argv[3] === 'held'
const v = judged(pairFiles.flatMap(readPairs).filter((p) => p.held === all && (kind === 'all' || p.kind === kind)))
const pc = (f: any) => `${f.pairs} recall ${(f.recall * 100).toFixed(1)} precision ${(f.precision * 100).toFixed(1)}`
console.log(pc(figuresOf(v)), 'non-latin', pc(figuresOf(v.filter((x) => x.script !== 'latin'))))
if (all) {
  for (const k of ['person', 'company']) console.log(k, pc(figuresOf(v.filter((x) => x.kind === k))))
  process.exit()
}
for (const x of v)
  if (x.found.hit !== x.same)
    console.log(x.same ? 'MISS' : 'FALSE', x.found.score, x.one, '|', x.other, '::', x.found.why.join('; '))
