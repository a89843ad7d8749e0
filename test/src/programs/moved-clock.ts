// Loaded into a process of the service before its own code (node --import): its clock is ahead by as much as the test that
// started it says over the channel between them. Production has no lever on time, so this is the only way to let it pass.

const real = Date.now
let ahead = 0
const now = () => real() + ahead

const construct = (target: DateConstructor, given: unknown[], newTarget: Function) =>
  Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date
globalThis.Date = new Proxy(Date, { construct })
Date.now = now

process.on('message', (told: { ahead?: number }) => {
  if (told.ahead === undefined) return
  ahead = told.ahead
  process.send?.({ ahead })
})
