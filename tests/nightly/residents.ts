import { randomBytes } from 'node:crypto'
import { issueChannelToken } from '#server/channel/tokens.ts'
import { openStore, type Store } from '#server/store/store.ts'
import { account, gateway } from '../store/samples.ts'

/** Somebody signed in, with what the browser has before it connects. */
export interface Resident {
  userId: string
  sessionKey: string
  token: string
  serialNumber: string
  /** The loopback address that it comes from: the broker counts the sockets of each. */
  from: string
}

const SOCKETS_OF_AN_ADDRESS = 50

/** Fills the store of a server that isn't running with people, their homes, sessions and channel tokens. */
export async function moveIn(data: string, count: number): Promise<Resident[]> {
  const store = await openStore(data)
  try {
    return await Promise.all(Array.from({ length: count }, (_, n) => resident(store, n)))
  } finally {
    await store.close()
  }
}

async function resident(store: Store, n: number): Promise<Resident> {
  const now = Date.now()
  const userId = `resident-${n}`
  const serialNumber = `HOME-${n}`
  await store.accounts.create(account(userId), { passwordHash: null, at: now })
  await store.gateways.create(gateway(serialNumber, { userId }))
  const id = randomBytes(16).toString('base64url')
  const { key } = await store.sessions.create({ id, userId, at: now })
  const { token } = await issueChannelToken(store.tokens, { key, userId }, now)
  const block = Math.floor(n / SOCKETS_OF_AN_ADDRESS)
  const from = `127.1.${block >> 7}.${(block & 127) + 1}`
  return { userId, sessionKey: key, token, serialNumber, from }
}
