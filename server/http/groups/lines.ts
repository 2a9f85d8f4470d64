import { distance } from 'fastest-levenshtein'
import type { GroupLine } from '#schemas/generated/entities/group-line.ts'
import type { Groups } from '../../store/groups.ts'
import type { MemberKey, MemberKind } from '../../store/lists/group-members.ts'
import { fold } from '../../store/text.ts'

/** A line as it is answered, and what comes into the group by it. */
interface Line {
  line: GroupLine
  member?: MemberKey
}

interface Found {
  given: string
  one: (MemberKey & { name?: string }) | undefined
  /** No slip of somebody who typed: nothing is guessed. */
  exact?: boolean
}

interface Lists {
  usernames: readonly string[]
  userIds: readonly string[]
  deviceSN: readonly string[]
  /** Either. */
  members: readonly string[]
}

/** So many slips are told what was meant; to look for more takes longer than to look them over. */
const MOST_MEANT = 20
/** Letters at the beginning that a slip is taken to have right. */
const BEGINNING = 3
/** Names that a slip is compared with. */
const COMPARED = 1000
/** Letters in which it may differ. */
const SLIPS = 2

/** What becomes of each name of a pasted list: every line has its own verdict. */
export async function linesOf(
  groups: Pick<Groups, 'named' | 'accounts' | 'among' | 'alike'>,
  groupId: string,
  { usernames, userIds, deviceSN, members }: Lists,
): Promise<readonly Line[]> {
  const asked = [
    ...usernames.map((given) => ({ given, kinds: ['user'] as readonly MemberKind[] })),
    ...deviceSN.map((given) => ({ given, kinds: ['gateway'] as readonly MemberKind[] })),
    ...members.map((given) => ({ given, kinds: ['gateway', 'user'] as readonly MemberKind[] })),
  ]
  const [named, people] = await Promise.all([
    groups.named(asked.map(({ given }) => given)),
    groups.accounts(userIds),
  ])
  const known = new Map(named.map((one) => [`${one.kind} ${one.by}`, one]))
  const accounts = new Set(people)
  const found: readonly Found[] = [
    ...asked.map(({ given, kinds }) => ({
      given,
      one: kinds
        .map((kind) => known.get(`${kind} ${kind === 'user' ? fold(given) : given.trim().toUpperCase()}`))
        .find((one) => one !== undefined),
    })),
    // Without a name: who is not shown user names learns none of an account.
    ...userIds.map(
      (given): Found => ({
        given,
        one: accounts.has(given) ? { kind: 'user', id: given } : undefined,
        exact: true,
      }),
    ),
  ]
  const there = await groups.among(
    groupId,
    found.flatMap(({ one }) => one ?? []),
  )
  const within = new Set(there.map(keyOf))
  const seen = new Set<string>()
  const lines: Line[] = []
  let meant = 0
  for (const { given, one, exact } of found) {
    if (!one) {
      const close = !exact && meant < MOST_MEANT ? await closest(groups, given) : undefined
      if (close) meant++
      lines.push({ line: { given, outcome: 'unknown', ...(close && { meant: close }) } })
      continue
    }
    const key = keyOf(one)
    const { kind, name, id } = one
    const outcome = seen.has(key) ? 'twice' : within.has(key) ? 'already' : 'added'
    seen.add(key)
    lines.push({
      line: { given, outcome, kind, ...(name !== undefined && { name }) },
      ...(outcome === 'added' && { member: { kind, id } }),
    })
  }
  return lines
}

const keyOf = ({ kind, id }: MemberKey): string => `${kind} ${id}`

async function closest(groups: Pick<Groups, 'alike'>, given: string): Promise<string | undefined> {
  const typed = given.trim().toUpperCase()
  if (typed.length <= BEGINNING) return undefined
  const names = await groups.alike(typed.slice(0, BEGINNING), COMPARED)
  const near = names
    .map((name) => ({ name, slips: distance(typed, name.toUpperCase()) }))
    .filter(({ slips }) => slips <= SLIPS)
    .toSorted((a, b) => a.slips - b.slips)
  return near[0]?.name
}
