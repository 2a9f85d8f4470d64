import { notAllowed, notFound } from '../lib/refusal.ts'
import { outranks } from '../rights.ts'
import type { Account } from '../store/people/accounts.ts'
import type { SessionRecord } from '../store/people/sessions.ts'
import { noteRefusal } from './note-refusal.ts'
import type { AccountWord, Json, Operation } from './openapi.ts'
import type { Parts } from './parts.ts'

type Owned = Pick<Account, 'id' | 'groups'>

interface Asked {
  input: { params: Json; query: Json; body?: unknown }
  session: SessionRecord | undefined
  parts: Parts
}

/**
 * The one check under every call that names an account (`x-account`): it is the caller's own, or the caller administers,
 * his sub-role lets him act on other people, and theirs does not stand above his.
 */
export async function assertMayTouch(operation: Operation, asked: Asked): Promise<void> {
  const { account: word, policy } = operation
  const { session, parts } = asked
  if (!word || !session || policy === 'public') return
  try {
    await check(operation, word, { ...asked, session })
  } catch (refused) {
    const { sn } = asked.input.params
    const gateway = typeof sn === 'string' ? sn : undefined
    await noteRefusal(parts, operation.id, session, gateway, refused)
    throw refused
  }
}

async function check(
  { id }: Operation,
  word: AccountWord,
  { input, session: { userId }, parts }: Asked & { session: SessionRecord },
): Promise<void> {
  const { rights } = parts
  const given: Json = { ...(input.body as Json | undefined), ...input.query, ...input.params }
  const named = given[word.field]
  if (typeof named !== 'string' || (word.names === 'user' && named === userId)) return
  if (word.ownOnly && word.names === 'user') throw notAllowed()
  const administers = await rights.isAdmin(userId)
  if (word.gateway !== undefined) {
    // Whoever does not administer needs to own the gateway: the handler asks. Its owner decides who works on it.
    if (!administers || (await rights.ownsGateway(userId, String(given[word.gateway])))) return
  }
  const target = await accountNamed(word, named, parts)
  if (target?.id === userId) return
  // Z-02: what is none of one's business answers like what does not exist.
  if (!target || !administers || word.ownOnly) throw notFound()
  await assertMayServe(id, userId, target, parts)
}

/** Whoever administers does this for somebody else, if his sub-role lets him and theirs does not stand above his. */
export async function assertMayServe(
  operation: string,
  userId: string,
  target: Pick<Account, 'groups'>,
  { rights, store }: Pick<Parts, 'rights' | 'store'>,
): Promise<void> {
  if (!(await rights.permits(userId, 'others', operation, false))) throw notAllowed()
  const caller = await store.accounts.find(userId)
  if (!caller || outranks(target.groups, caller.groups)) throw notAllowed()
}

async function accountNamed(
  { names }: AccountWord,
  named: string,
  { store }: Pick<Parts, 'store'>,
): Promise<Owned | undefined> {
  if (names === 'user') return store.accounts.find(named)
  if (names === 'identity') return store.accounts.findByIdentity(named)
  const session = (await store.sessions.findByKey(named)) ?? (await store.sessions.find(named))
  return session && store.accounts.find(session.userId)
}
