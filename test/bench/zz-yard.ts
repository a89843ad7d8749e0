import { startDevnet } from '../src/devnet.ts'
import { bareEvm, bareSolana } from './mint-yardsticks.ts'
const d = await startDevnet()
try {
  const b = await bareEvm(d.origin, 'ARB', 100)
  for (let i=0;i<3;i++) console.log('ARB', await b(4))
  const s = await bareSolana(d.origin, 2)
  for (let i=0;i<3;i++) console.log('SOL', await s(3))
} finally { await d.end() }
