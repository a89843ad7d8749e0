// Loaded into a process of the service before its own code (node --import): its clock is ahead by the offset that the test
// sends over the IPC channel. Production has no control of time, so this is the only way to advance it.

const real = Date.now
let ahead = 0
const now = () => real() + ahead

const construct = (target: DateConstructor, given: unknown[], newTarget: Function) =>
  Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date
globalThis.Date = new Proxy(Date, { construct })
Date.now = now

process.on('message', (answer: { ahead?: number }) => {
  if (answer.ahead === undefined) return
  ahead = answer.ahead
  process.send?.({ ahead })
})
