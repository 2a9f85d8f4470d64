import { parentPort, workerData } from 'node:worker_threads'
import { backUpWhole, pruneWholeBackups, type Wanted } from './whole.ts'

/** A copy takes seconds of reading and hashing: in a thread of its own nobody waits for it. */
const { kept, ...wanted } = workerData as Wanted & { kept: number }
const made = backUpWhole(wanted)
pruneWholeBackups(wanted.to, kept)
parentPort?.postMessage(made)
