import { checkBench } from './check200k.ts'
console.log((await checkBench(false)).notes)
