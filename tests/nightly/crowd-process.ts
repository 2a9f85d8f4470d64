/** A process full of clients; it is told who they are and answers each question with its tally. */
import { Client, type Tally } from './client.ts'
import type { Resident } from './residents.ts'

const ARRIVALS_A_SECOND = 150
const tally: Tally = { live: 0, attempts: 0, failed: 0, signedOut: 0, gaveUp: 0, lastBack: 0 }

process.on('message', (said: 'tally' | { url: string; residents: Resident[] }) => {
  if (said === 'tally') return void process.send?.(tally)
  for (const [n, resident] of said.residents.entries())
    setTimeout(() => new Client(resident, said.url, tally).connect(), (n * 1000) / ARRIVALS_A_SECOND)
})
process.on('disconnect', () => process.exit())
