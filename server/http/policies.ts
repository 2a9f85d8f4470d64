import { notAllowed, notFound, notYourDevice, outsideLimits, sessionEnded } from '../lib/refusal.ts'
import type { Rights } from '../rights.ts'
import type { SessionRecord } from '../store/people/sessions.ts'
import type { Operation } from './openapi.ts'

interface Asking {
  session: SessionRecord | undefined
  /** Of the matched route, never of the raw address (Z-06). */
  params: Readonly<Record<string, string | undefined>>
  rights: Rights
  /** What the operation does for people who are limited. */
  limited: Operation['limited']
}

/** Throws a Failure when the caller may not. */
type Policy = (asking: Asking) => Promise<void> | void

function signedIn({ session }: Asking): SessionRecord {
  if (!session) throw sessionEnded()
  return session
}

async function entitled(asking: Asking): Promise<{ userId: string; serialNumber: string }> {
  const { userId } = signedIn(asking)
  const serialNumber = asking.params.sn ?? ''
  // Z-02: what one may not use answers like what does not exist.
  const entry = await asking.rights.entryOf(userId, serialNumber)
  if (entry === 'none') throw notFound()
  if (entry === 'limited' && asking.limited === undefined) throw outsideLimits()
  return { userId, serialNumber }
}

/** What `x-policy` may say (Z-01). */
export const policies = {
  public: () => {},
  session: (asking) => {
    signedIn(asking)
  },
  /** The path names the caller. */
  self: (asking) => {
    if (signedIn(asking).userId !== asking.params.id) throw notFound()
  },
  /** The path names the caller, or the caller is an administrator. */
  selfOrAdmin: async (asking) => {
    const { userId } = signedIn(asking)
    if (userId !== asking.params.id && !(await asking.rights.isAdmin(userId))) throw notFound()
  },
  admin: async (asking) => {
    if (!(await asking.rights.isAdmin(signedIn(asking).userId))) throw notAllowed()
  },
  /** The path names a gateway that the caller may use. */
  gateway: async (asking) => {
    await entitled(asking)
  },
  /** spec 1 §6: only the owner, whoever else may use it. */
  owner: async (asking) => {
    const { userId, serialNumber } = await entitled(asking)
    if (!(await asking.rights.ownsGateway(userId, serialNumber))) throw notYourDevice()
  },
  ownerOrAdmin: async (asking) => {
    const { userId, serialNumber } = await entitled(asking)
    const { rights } = asking
    if ((await rights.ownsGateway(userId, serialNumber)) || (await rights.isAdmin(userId))) return
    throw notYourDevice()
  },
} as const satisfies Record<string, Policy>

export type PolicyName = keyof typeof policies
