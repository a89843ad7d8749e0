import { LiteSVM, Clock, ComputeBudget, TransactionMetadata, FailedTransactionMetadata } from 'litesvm'
import * as kit from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
const t0 = Date.now(); const r0 = process.memoryUsage().rss
const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n)
console.log('start', Date.now() - t0, (process.memoryUsage().rss - r0) / 1e6, process.memoryUsage().rss/1e6)
const a = await kit.createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(7)), b = await kit.generateKeyPairSigner()
const SYS = '11111111111111111111111111111111'
svm.setAccount({ address: a.address, lamports: 10n ** 18n, data: new Uint8Array(), programAddress: SYS, executable: false, space: 0n })
console.log(svm.getAccount(a.address), svm.getAccount('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb').exists)
const bh = 'EkSnNWid2cvwEVnVx9aBqawnmiCNiDgp3gUdkDPTKN1N'
const mk = async (amount, dest = b.address, extra = []) => kit.signTransactionMessageWithSigners(kit.pipe(kit.createTransactionMessage({ version: 0 }), m => kit.setTransactionMessageFeePayerSigner(a, m), m => kit.setTransactionMessageLifetimeUsingBlockhash({ blockhash: bh, lastValidBlockHeight: 1000n }, m), m => kit.appendTransactionMessageInstructions([getTransferSolInstruction({ source: a, destination: dest, amount }), ...extra], m)))
const tx = await mk(10n ** 9n)
const show = (r) => console.log(r.constructor.name, r instanceof FailedTransactionMetadata ? [r.err(), r.toString(), r.meta().logs()] : [r.logs(), r.computeUnitsConsumed(), r.innerInstructions(), r.returnData?.()?.toString()])
let r = svm.sendTransaction(tx); show(r); console.log(svm.getBalance(a.address), svm.getBalance(b.address))
r = svm.sendTransaction(tx); console.log('dup', r.constructor.name, svm.getBalance(b.address))
r = svm.sendTransaction(await mk(10n ** 19n - 1n)); show(r); console.log(svm.getBalance(a.address))
const e = r.err(); console.log(e.constructor.name, typeof e, e.index, e.err?.(), e.err?.()?.constructor?.name, e.err?.()?.code)
r = svm.sendTransaction(await mk(1n, 'SysvarC1ock11111111111111111111111111111111')); show(r)
const c = await kit.generateKeyPairSigner(); r = svm.sendTransaction(await mk(1n, c.address)); show(r); console.log('rent err', r.err(), svm.getBalance(a.address))
// simulate
const s = svm.simulateTransaction(tx); console.log('sim', s.constructor.name, s.meta?.().logs?.())
// fail by budget
const cb = new ComputeBudget(); console.log('default limit', cb.computeUnitLimit); cb.computeUnitLimit = 1n; 
svm.withComputeBudget(cb); r = svm.sendTransaction(await mk(5n)); show(r); console.log(svm.getBalance(a.address)); svm.withComputeBudget(new ComputeBudget())
r = svm.sendTransaction(await mk(6n)); console.log('after', r.constructor.name)
// delete
svm.setAccount({ address: b.address, lamports: 0n, data: new Uint8Array(), programAddress: SYS, executable: false, space: 0n }); console.log('deleted?', svm.getAccount(b.address))
// bad signature
try { r = svm.sendTransaction({ ...tx, signatures: { [a.address]: new Uint8Array(64).fill(1) } }); show(r) } catch (x) { console.log('threw', x.message) }
svm.setClock(new Clock(500n, 0n, 0n, 0n, BigInt(Math.floor(Date.now() / 1000)))); console.log(svm.getClock().toString(), svm.getRent().toString(), svm.minimumBalanceForRentExemption(165n))
let q = Date.now(); for (let i = 0; i < 500; i++) svm.sendTransaction(await mk(BigInt(i) + 10n ** 9n)); console.log('500', Date.now() - q)
console.log(process.memoryUsage().rss / 1e6)
console.log(svm.getProgramAccounts(SYS).length, svm.getAccount(SYS))
// poor fee payer
const poor = await kit.generateKeyPairSigner()
const t2 = await kit.signTransactionMessageWithSigners(kit.pipe(kit.createTransactionMessage({ version: 0 }), m => kit.setTransactionMessageFeePayerSigner(poor, m), m => kit.setTransactionMessageLifetimeUsingBlockhash({ blockhash: bh, lastValidBlockHeight: 1000n }, m), m => kit.appendTransactionMessageInstructions([getTransferSolInstruction({ source: poor, destination: a.address, amount:1n })], m)))
r = svm.sendTransaction(t2); show(r)
process.exit(0)
