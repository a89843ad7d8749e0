import { judged, pairFiles, readPairs } from './pairs.ts'
for (const held of [false, true]) {
  const v = judged(pairFiles.flatMap(readPairs).filter((p) => p.held === held))
  for (const kind of ['person', 'company'])
    for (const t of [0.7, 0.74, 0.76, 0.78, 0.8, 0.82, 0.83, 0.84, 0.85, 0.86, 0.88]) {
      const w = v.filter((x) => x.kind === kind)
      const s = w.filter((x) => x.same),
        h = w.filter((x) => x.found.score >= t),
        r = h.filter((x) => x.same)
      console.log(held ? 'held' : 'dev', kind, t, (r.length / s.length).toFixed(3), (r.length / h.length).toFixed(3))
    }
}
const v = judged(pairFiles.flatMap(readPairs).filter((p) => p.held))
const by = Object.groupBy(v, (x) => x.kind + ' ' + x.category)
for (const [k, w] of Object.entries(by)) {
  const s = w!.filter((x) => x.same)
  console.log(
    k,
    'same',
    s.length,
    'missed',
    s.filter((x) => !x.found.hit).length,
    'false',
    w!.filter((x) => !x.same && x.found.hit).length,
  )
}
